import { get } from './service.js';

/** @typedef {import('../changes.js').Changes} Changes */
/** @typedef {Changes['events'][number]} LiveEvent */
/** @typedef {Changes['requests'][number]} LiveRequest */

/** How often the emulator is asked, in milliseconds, and how many rows are kept of each kind. */
const PERIOD = 1_000;
const KEPT = 400;

/**
 * What the emulator holds, as far as it is known; the latest last.
 *
 * @type {{ events: LiveEvent[], requests: LiveRequest[], now: number, counts: Partial<Changes['counts']> }}
 */
export const known = { events: [], requests: [], now: 0, counts: {} };

/** @type {Set<() => void>} */
const listeners = new Set();
let run = 0;
/** @type {Promise<void> | undefined} */
let current;

/**
 * Calls back after each look at the emulator; gives the function that stops it.
 *
 * @param {() => void} listener
 */
export function onLook(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Looks now, without waiting for the next time. */
export function look() {
  current ??= ask().finally(() => {
    current = undefined;
  });
  return current;
}

/**
 * Looks again and again while the page is visible.
 *
 * @param {(isReached: boolean) => void} onReach Told whether the emulator answers.
 */
export function follow(onReach) {
  async function again() {
    if (!document.hidden) {
      const isReached = await look().then(
        () => true,
        () => false,
      );
      onReach(isReached);
    }
    setTimeout(() => void again(), PERIOD);
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look().catch(() => onReach(false));
  });
  return again();
}

async function ask() {
  const since = `events=${known.events.at(-1)?.number ?? 0}&requests=${known.requests.at(-1)?.number ?? 0}`;
  /** @type {Changes} */
  let changes = await get(`changes?${since}`);
  if (changes.run !== run) {
    run = changes.run;
    Object.assign(known, { events: [], requests: [] });
    changes = await get('changes');
  }
  known.events = [...known.events, ...changes.events].slice(-KEPT);
  known.requests = [...known.requests, ...changes.requests].slice(-KEPT);
  known.now = changes.now;
  known.counts = changes.counts;
  for (const listener of listeners) listener();
}

/**
 * Makes the function that loads something and shows it: when what the emulator holds has changed, or what is asked
 * for, and else not.
 *
 * @template Answer
 * @param {(about: string) => Promise<Answer>} load
 * @param {(answer: Answer, about: string) => void} show
 * @param {() => string} [aboutOf] What is asked for.
 */
export function refresher(load, show, aboutOf = () => '') {
  let asked = '';
  let turns = 0;
  let shown = 0;

  return async () => {
    const about = aboutOf();
    const state = `${stamp()} ${about}`;
    if (state === asked) return;
    asked = state;
    turns += 1;
    const turn = turns;
    try {
      const answer = await load(about);
      // An answer that comes late must not replace a later one, nor one to another question.
      if (turn < shown || about !== aboutOf()) return;
      shown = turn;
      show(answer, about);
    } catch (error) {
      asked = ''; // The next look tries again.
      throw error;
    }
  };
}

/** Another one than before says that something has changed in what the emulator holds. */
function stamp() {
  const latest = [known.events, known.requests].map((rows) => rows.at(-1)?.number);
  return [run, ...latest, ...Object.values(known.counts)].join();
}
