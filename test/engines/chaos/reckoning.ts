import type { Counts } from './deliver-all.js';
import type { Outcome } from './play.js';
import type { Collector } from './collector.js';
import type { Said } from './oracle.js';
import type { Arrival, Kind } from './wire.js';

const ORDERED: readonly (Kind | 'other')[] = ['cart', 'profile', 'subscriptions', 'purchase'];

/** What schedules come to, one after another. */
export interface Sums {
  schedules: number;
  promised: number;
  lost: number;
  /** What must not come twice, or came under another id. */
  twice: number;
  crossed: number;
  disorder: number;
  /** A cart, a profile or subscriptions of before, again after their successor. */
  stale: number;
  /** Carts and profiles that are not, in the end, what was said last. */
  wrong: number;
  stuck: number;
  /** Repeats that harm nobody. */
  repeats: number;
  /** Of messages, what counts as uncertain. */
  uncertain: number;
  /** What was given up for want of room, as the client said. */
  full: number;
}

export const noSums = (): Sums => ({
  ...{ schedules: 0, promised: 0, lost: 0, twice: 0, crossed: 0, disorder: 0 },
  ...{ stale: 0, wrong: 0, stuck: 0, repeats: 0, uncertain: 0, full: 0 },
});

/** What a schedule came to: sums, and a line for each thing that went wrong. */
export interface Reckoning {
  sums: Sums;
  problems: string[];
}

/** Compares what was promised with what has arrived. */
export function reckon(
  { said, counts, oddities, barred }: Outcome,
  { arrivals, isRelayed }: Pick<Collector, 'arrivals' | 'isRelayed'>,
): Reckoning {
  const sums = { ...noSums(), schedules: 1 };
  const problems = [...oddities];
  const byNumber = new Map(said.map((one) => [one.number, one]));
  const note = (what: keyof Sums, problem: string) => {
    sums[what] += 1;
    problems.push(`${what}: ${problem}`);
  };

  sums.promised = said.filter(({ isPromised }) => isPromised).length;
  sums.stuck = counts.waiting;
  if (counts.waiting) problems.push(`stuck: ${counts.waiting} still wait`);
  lookForLost(said, arrivals, counts, sums, note);
  lookForCrossed(arrivals, byNumber, note);
  lookForRepeats(arrivals, sums, note);
  const ordered = arrivals.filter(({ kind }) => ORDERED.includes(kind) && !barred.has(kind));
  lookForDisorder(ordered, byNumber, note, isRelayed);
  // What was said last may have been given up.
  if (!counts.dropped['full']) lookForWrong(said, arrivals, note);
  return { sums, problems };
}

type Note = (what: keyof Sums, problem: string) => void;

/** Whether one call was made before another, as far as somebody outside can know. */
function isBefore(one: Said, other: Said): boolean {
  if (one.page && one.page === other.page) return one.number < other.number;
  return one.keptAt !== undefined && one.keptAt < other.at;
}

function wordOf({ kind, number, page }: Said): string {
  return `${kind} ${number} of ${page.slice(-4)}`;
}

function lookForLost(said: Said[], arrivals: readonly Arrival[], counts: Counts, sums: Sums, note: Note) {
  const arrived = new Set(arrivals.flatMap(({ number, carried }) => [number, ...carried]));
  const missing = said.filter(({ isPromised, number }) => isPromised && !arrived.has(number));
  let uncertain = counts.uncertain;
  for (const one of missing) {
    if (one.kind === 'cart' && isReplaced(one, said, arrived)) continue;
    if (one.kind === 'message' && uncertain-- > 0) sums.uncertain += 1;
    // A profile that was given up may have carried others.
    else if (counts.dropped['full']) sums.full += 1;
    else note('lost', `${wordOf(one)} for ${one.owners.join()}; dropped: ${JSON.stringify(counts.dropped)}`);
  }
}

/** A newer cart of one who may have had it takes the place of one that waits, but not beyond a purchase of theirs. */
function isReplaced(one: Said, said: Said[], arrived: Set<number>): boolean {
  return one.owners.some((owner) => {
    const later = said.filter(
      (other) => other !== one && other.owners.includes(owner) && !isBefore(other, one),
    );
    return later.some(
      (cart) =>
        cart.kind === 'cart' &&
        arrived.has(cart.number) &&
        !later.some(
          (bought) => bought.kind === 'purchase' && isBefore(one, bought) && isBefore(bought, cart),
        ),
    );
  });
}

function lookForCrossed(arrivals: readonly Arrival[], byNumber: Map<number, Said>, note: Note) {
  for (const { kind, number, user, bearer, key } of arrivals) {
    const one = byNumber.get(number);
    if (user !== bearer && kind !== 'other') note('crossed', `${kind} ${number} of ${user} by ${bearer}`);
    // A message may have had to come first, and the visitor have become another by then.
    else if (one && kind !== 'message' && (!one.owners.includes(user) || one.key !== key))
      note('crossed', `${wordOf(one)} came for ${user} instead of ${one.owners.join(' or ')}`);
  }
}

function lookForRepeats(arrivals: readonly Arrival[], sums: Sums, note: Note) {
  const seen = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const { kind, number, user, id } = arrival;
    const name = kind === 'other' ? `${id} ${user}` : String(number);
    const first = seen.get(name);
    // On a page that lives on, what was not answered is sent again.
    if (!first?.isAnswered) seen.set(name, arrival);
    if (!first) continue;
    if (
      (kind === 'message' && first.isAnswered) ||
      ((ORDERED[3] === kind || kind === 'custom') && first.id !== id)
    )
      note('twice', `${kind} ${number}, after ${Math.round(arrival.at - first.at)} ms`);
    else sums.repeats += 1;
  }
}

/** What has an order must come in it, and what has come must not come again after what follows. */
function lookForDisorder(
  arrivals: readonly Arrival[],
  byNumber: Map<number, Said>,
  note: Note,
  isRelayed: boolean,
) {
  const came = new Map<string, { one: Said; at: number }[]>();
  for (const [index, { kind, number, user, key, at }] of arrivals.entries()) {
    const one = byNumber.get(number);
    if (!one) continue;
    const lane = came.get(`${key} ${user}`) ?? [];
    came.set(`${key} ${user}`, lane);
    const isRepeat = lane.some((other) => other.one === one);
    const overtaken = lane.findLast((other) => isBefore(one, other.one));
    // Many that are told in one call, whose answer gets lost, are told again, all of them and in order.
    const isFollowed = () =>
      isRelayed && arrivals.slice(index + 1).some((other) => other.number === overtaken?.one.number);
    if (overtaken && !(isRepeat && (kind === 'purchase' || isFollowed()))) {
      const ahead = Math.round(at - overtaken.at);
      note(isRepeat ? 'stale' : 'disorder', `${wordOf(one)} came ${ahead} ms after ${wordOf(overtaken.one)}`);
    }
    lane.push({ one, at });
  }
}

/** What somebody has in the end must be what was said last. */
function lookForWrong(said: Said[], arrivals: readonly Arrival[], note: Note) {
  const byNumber = new Map(said.map((one) => [one.number, one]));
  const last = new Map<string, Said>();
  for (const { kind, number, user, key } of arrivals) {
    const one = byNumber.get(number);
    if (one && (kind === 'cart' || kind === 'profile')) last.set(`${kind} ${key} ${user}`, one);
  }
  for (const [name, one] of last) {
    const isNewer = (other: Said) =>
      other.isPromised && other.kind === one.kind && other.key === one.key && isBefore(one, other);
    const newer = said.find((other) => isNewer(other) && other.owners.join() === one.owners.join());
    if (newer) note('wrong', `${name} is ${wordOf(one)} although ${wordOf(newer)} came to be`);
  }
}
