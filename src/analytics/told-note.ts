import { readLocal, writeLocal } from '../browser/local.js';
import type { KeyOf } from '../browser/store.js';
import type { Stats } from '../events/recorder.js';
import type { Host } from '../host/host.js';
import { parsed } from '../lib/parsed.js';
import { randomId } from '../lib/random-id.js';

/**
 * What is on the device of what was told: in `localStorage`, since a page that is left may not come to write anything
 * else, and beside what is counted, which outlives that.
 */
export interface Note {
  /** Names the device's count: one that begins again has another. */
  count: string;
  /** How often figures were told. */
  turn: number;
  /** Names the next figures. */
  id: string;
  /** When the last were told, in milliseconds since the epoch. */
  at: number;
  /** What had been counted by then; nothing where none were. */
  told: Partial<Stats>;
  delays: number[];
}

/** Where the device keeps it. */
const TOLD = 'stats told' as KeyOf<Note>;

/** The note of what was told. */
export interface KeptNote {
  /** Gets it from the device; the first page makes it, so that all tabs have the same. */
  recall(): Promise<void>;
  /** What it says, at once; nothing before it was got. */
  read(): Note | undefined;
  /** Gives whether the device remembers it. */
  write(note: Note): boolean;
  forget(): void;
}

/** Keeps the note of what was told. */
export function keepNote(host: Host): KeptNote {
  const key = `${host.name} stats`;
  let kept: Note | undefined;

  /** The later one of the same count. */
  function newest(note: Note): Note {
    const other = parsed(readLocal(key)) as Partial<Note> | undefined;
    return other?.count === note.count && Number(other.turn) >= note.turn ? (other as Note) : note;
  }

  return {
    recall: () =>
      host.store(async (table) => {
        const before = await table.get(TOLD);
        const count = randomId();
        kept = newest(before ?? { count, turn: 0, id: count, at: 0, told: {}, delays: [] });
        if (kept.turn !== before?.turn) table.put(TOLD, kept);
      }),
    read: () => kept && newest(kept),
    write(note) {
      kept = note;
      host.store((table) => table.put(TOLD, note)).catch(host.report);
      return writeLocal(key, JSON.stringify(note));
    },
    forget: () => (kept = undefined),
  };
}
