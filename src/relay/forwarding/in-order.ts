import type { Line } from './line.js';

/** How lines of one kind go on. */
export interface Way {
  /** Sees to it that a line is told, and ends. */
  begin(line: Line): void;
  /** Whether lines of one user may be handed over before those before them have ended, since it keeps their order itself. */
  keepsOrder: boolean;
}

/** What of one user is under way, all of it one way, and what waits for that. */
interface Lane {
  way: Way;
  underWay: number;
  waiting: { line: Line; way: Way }[];
}

/** Makes a function that hands over the lines of each user in the order in which they came, whatever their ways. */
export function createInOrder(): (line: Line, way: Way) => void {
  const lanes = new Map<string, Lane>();

  function begin(lane: Lane, line: Line, way: Way): void {
    lane.way = way;
    lane.underWay += 1;
    void line.ended.then(() => {
      lane.underWay -= 1;
      // What comes after it must not be there before it.
      if (line.told?.is === 'again') for (const later of lane.waiting.splice(0)) later.line.tell(line.told);
      advance(line.subject, lane);
    });
    way.begin(line);
  }

  function advance(subject: string, lane: Lane): void {
    for (let next = lane.waiting[0]; next; next = lane.waiting[0]) {
      const { line, way } = next;
      if (lane.underWay && !(way.keepsOrder && way === lane.way)) return;
      lane.waiting.shift();
      if (!line.told) begin(lane, line, way);
    }
    if (!lane.underWay) lanes.delete(subject);
  }

  return (line, way) => {
    const lane = lanes.get(line.subject) ?? { way, underWay: 0, waiting: [] };
    lanes.set(line.subject, lane);
    lane.waiting.push({ line, way });
    advance(line.subject, lane);
  };
}
