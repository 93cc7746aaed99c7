import type { DataFields } from '../api/models/data-fields.js';
import { readLocal, writeLocal } from '../browser/local.js';
import type { Host } from '../host/host.js';
import { laneOf } from '../identity/user.js';
import { parsed } from '../lib/parsed.js';
import { randomId } from '../lib/random-id.js';

/** After how long without an event the next one begins another session, in milliseconds. */
const LIFE = 30 * 60_000;
/** How old the note of the last event may be, in milliseconds: not each is worth writing. */
const STALE = 5_000;

/** One stay of a visitor on a site. */
interface Stay {
  id: string;
  /** When the last event was, in milliseconds since the epoch. */
  at: number;
  /** What the page says of all events of the session. */
  fields: DataFields;
  /** Where the visitor came from. */
  origin: DataFields;
}

/** A visitor's session: the same in every tab, until half an hour without an event, another visitor, or a refusal. */
export interface Session {
  /** The session that an event belongs to which happens now. */
  now(): Readonly<Stay>;
  /** Says something of all events of the session. */
  register(fields: DataFields): void;
  /** Says no more of that. */
  unregister(names: readonly string[]): void;
  close(): void;
}

/** Keeps a session on the device while the visitor agrees, and else in the memory of the page. */
export function keepSession(
  host: Host,
  { origin, time }: { origin: () => DataFields; time: () => number },
): Session {
  const key = `${host.name} session`;
  let known: Stay | undefined;
  let writtenAt = 0;
  let visitor = host.user;

  function write(stay: Stay) {
    known = stay;
    if (!host.isAllowed) return;
    writtenAt = stay.at;
    writeLocal(key, JSON.stringify(stay));
  }
  function now(): Stay {
    const at = time();
    const kept = (host.isAllowed && (parsed(readLocal(key)) as Stay | undefined)) || known;
    // A clock that was set right is no pause.
    const isOn = kept && Math.abs(at - kept.at) < LIFE;
    const stay = isOn ? { ...kept, at } : { id: randomId(), at, fields: {}, origin: origin() };
    known = stay;
    if (!isOn || at - writtenAt > STALE) write(stay);
    return stay;
  }
  /** Another visitor has another session; what was done before somebody was named is theirs. */
  function meet() {
    const { user } = host;
    const isAnother = visitor && laneOf(visitor) !== laneOf(user);
    visitor = user;
    if (!isAnother || !known) return;
    // Another tab may have begun the next one.
    const kept = parsed(readLocal(key)) as Stay | undefined;
    if (kept?.id === known.id) writeLocal(key);
    known = undefined;
  }
  /** One who refuses has none; what was begun before they agreed goes on. */
  function obey() {
    if (!host.isAllowed) known = undefined;
    meet();
  }
  const stops = [host.on('user', meet), host.on('consent', obey)];

  return {
    now,
    register(fields) {
      const stay = now();
      write({ ...stay, fields: { ...stay.fields, ...fields } });
    },
    unregister(names) {
      const stay = now();
      const fields = Object.fromEntries(
        Object.entries(stay.fields).filter(([name]) => !names.includes(name)),
      );
      write({ ...stay, fields });
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
