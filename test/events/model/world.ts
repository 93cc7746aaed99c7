/*
 * What the model of a row's life is played with: pages, a device and a service as plain state.
 */

/** What a page does, before anybody knows of it. */
export interface Said {
  /** Whether the service must get what is of this kind in order, can tell a repeat by its id, or neither. */
  kind: 'ordered' | 'repeatable' | 'once';
  user: string;
  /** The page that records it. */
  page: number;
}

/** How a page is: it moves, stands still, is left (and may come back), or has ended. */
export type Mood = 'here' | 'still' | 'away' | 'gone';

export interface PageState {
  mood: Mood;
  /** What was recorded, and the device has not said that it has. */
  memory: number[];
  /** What it took out of line, and has not called the service for. */
  taken: number[];
  /** What it took ahead, which can be repeated: some of it may go back without having been sent. */
  ahead: number[];
  /** What it knows the end of, and has not told the device. */
  heard: [row: number, isDelivered: boolean][];
}

export interface Flight {
  row: number;
  by: number;
  /** Whether nobody else may send it. */
  isLeased: boolean;
}

export interface Call {
  row: number;
  by: number;
  hasArrived: boolean;
}

/** Everything that is somewhere. Rows are numbers: their places in what is said. */
export interface World {
  /** How much of it was said. */
  said: number;
  pages: PageState[];
  /** What pages said last, in `localStorage`. */
  words: number[];
  journal: number[];
  line: number[];
  /** In the order in which they were put in line. */
  placed: number[];
  flights: Flight[];
  calls: Call[];
  /** What the service got, as it came. */
  arrived: number[];
  delivered: number[];
  uncertain: number[];
  /** What had arrived when its answer was lost, and its page is still there to send it again. */
  answersLost: number[];
  /** What is safe, whoever ends. */
  safe: number[];
  /** How many troubles there may still be. */
  troubles: number;
}

/** A world in which nothing was said yet. */
export function newWorld(pages: number, troubles: number): World {
  const page = (): PageState => ({ mood: 'here', memory: [], taken: [], ahead: [], heard: [] });
  return {
    said: 0,
    pages: Array.from({ length: pages }, page),
    ...{ words: [], journal: [], line: [], placed: [], flights: [], calls: [] },
    ...{ arrived: [], delivered: [], uncertain: [], answersLost: [], safe: [] },
    troubles,
  };
}

/** A world that can be changed apart. */
export function copyOf(world: World): World {
  return {
    ...world,
    pages: world.pages.map(({ mood, memory, taken, ahead, heard }) => ({
      ...{ mood, memory: [...memory], taken: [...taken], ahead: [...ahead], heard: [...heard] },
    })),
    ...{
      words: [...world.words],
      journal: [...world.journal],
      line: [...world.line],
      placed: [...world.placed],
    },
    flights: world.flights.map((flight) => ({ ...flight })),
    calls: world.calls.map((call) => ({ ...call })),
    ...{ arrived: [...world.arrived], delivered: [...world.delivered], uncertain: [...world.uncertain] },
    ...{ answersLost: [...world.answersLost], safe: [...world.safe] },
  };
}
