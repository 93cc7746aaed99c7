// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createLastWords } from '../../../src/browser/last-words.js';
import { memoryStore, type Store } from '../../../src/browser/store.js';
import { NetworkError } from '../../../src/errors.js';
import { createRandom } from '../../../src/emulator/state/random.js';
import type { TrackedEvent } from '../../../src/events/event.js';
import { isLate, LAST_LEASE } from '../../../src/events/outbox/departures.js';
import type { Drop } from '../../../src/events/outbox/ledger.js';
import { createExchange, type MakeExchange } from '../../../src/events/outbox/exchange.js';
import { createOutbox, type Outbox } from '../../../src/events/outbox/outbox.js';
import type { Outcome } from '../../../src/events/outbox/outcome.js';
import { isOrdered, isRepeatable, type Row } from '../../../src/events/outbox/row.js';
import { seed } from '../../support/seed.js';
import { brokenIn, waitingIn } from './promises.js';
import { newWorld, type Said, type World } from './world.js';

/*
 * The outbox itself, its store, clock and network passed in, meets schedules of the kind that the model meets, and is
 * held to the same promises: after each step, what the device, `localStorage` and the service hold is read as a world.
 */
const SCHEDULES = Number(process.env['MODEL_SCHEDULES'] ?? 50);
const PAGES = 3;
const ada = { email: 'ada@example.com' };
const bob = { email: 'bob@example.com' };
const unlimited = { events: Infinity, bytes: Infinity, age: Infinity, anonymous: Infinity };

/** A page as the schedule moves it. */
interface Tab {
  outbox: Outbox & { exchange: MakeExchange };
  mood: 'here' | 'still' | 'away' | 'gone';
  left: { away: Promise<void> | undefined };
  comeBack: () => void;
  taken: Row[];
  outcomes: Outcome[];
}

interface Call {
  row: Row;
  tab: Tab;
  hasArrived: boolean;
  /** Whether the browser has told its page that it has failed, since that is about to be left: it may arrive all the same. */
  isEnded?: boolean;
}

const failed = (row: Row): Outcome => ({ row, is: 'failed', error: new NetworkError('Nothing came') });

beforeEach(() => localStorage.clear());

describe('the outbox', () => {
  it(
    `keeps the promises of the model, in ${SCHEDULES} schedules from seed ${seed}`,
    { timeout: 60_000 + SCHEDULES * 1_000 },
    async ({ annotate }) => {
      for (let schedule = 0; schedule < SCHEDULES; schedule++) await play(seed * 1_000_000 + schedule);
      await annotate(`${SCHEDULES} schedules of 12 events in ${PAGES} pages`, 'figure');
    },
  );
});

async function play(seed: number): Promise<void> {
  localStorage.clear();
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
  const clock = { now: Date.UTC(2026, 10) };
  const store = copying(memoryStore<Row>());
  const tabs: Tab[] = [];
  const script: Said[] = [];
  const calls: Call[] = [];
  const way: string[] = [];
  const facts = newWorld(0, 0);
  const numberOf = ({ event }: { event: TrackedEvent }) => Number(event.id);

  function open() {
    tabs.push(openTab(store, clock, random, `page ${tabs.length}`));
  }
  for (let count = 0; count < PAGES; count++) open();

  async function say(tab: Tab) {
    const number = script.length;
    const said = { kind: pick(['ordered', 'repeatable', 'once'] as const), user: pick(['ada', 'bob']) };
    script.push({ ...said, page: tabs.indexOf(tab) });
    clock.now += 1;
    const added = tab.outbox.add(eventOf(String(number), said, clock.now));
    if (tab.mood === 'here' || chance(0.5)) await added;
    facts.safe.push(number);
  }
  async function exchange(tab: Tab) {
    const departure = {
      limit: chance(0.5) ? 0 : 4,
      ahead: chance(0.2) ? 0 : 6,
      lease: LAST_LEASE,
      isUrgent: chance(0.1),
    };
    const urgent = { limit: 4, ahead: 0, lease: LAST_LEASE, isUrgent: true };
    // A page that is hidden does not wait for what it has begun to ask.
    const before = chance(0.1) ? [tab.outbox.exchange([], urgent)] : [];
    const given = await Promise.all([...before, tab.outbox.exchange(tab.outcomes.splice(0), departure)]);
    for (const { rows } of given) tab.taken.push(...rows);
  }
  /** What can be repeated may have been taken ahead, and goes back without having been sent. */
  function recall(tab: Tab) {
    for (const row of tab.taken.filter(isRepeatable)) tab.outcomes.push({ row, is: 'held' });
    tab.taken = tab.taken.filter((row) => !isRepeatable(row));
  }
  function call(tab: Tab) {
    const [row] = tab.taken.splice(Math.floor(random() * tab.taken.length), 1) as [Row];
    if (isLate(row, clock.now)) tab.outcomes.push({ row, is: 'held' });
    else calls.push({ row, tab, hasArrived: false });
  }
  function travel() {
    const index = Math.floor(random() * calls.length);
    const call = calls[index] as Call;
    const { row, tab, isEnded } = call;
    if (!call.hasArrived && chance(0.8)) {
      call.hasArrived = true;
      facts.arrived.push(numberOf(row));
      if (!isEnded) return;
    }
    const isAnswered = !isEnded && call.hasArrived && chance(0.8);
    if (!isAnswered && call.hasArrived) facts.answersLost.push(numberOf(row));
    calls.splice(index, 1);
    if (!isEnded) tab.outcomes.push(isAnswered ? { row, is: 'delivered' } : failed(row));
  }
  /** Those that move renew what they send; of the others, no call arrives any more. */
  async function pass() {
    for (let second = 0; second < 6; second++) {
      clock.now += 1_000;
      for (const tab of tabs) if (tab.mood === 'here') await exchange(tab);
    }
    for (const call of calls.filter(({ tab, hasArrived }) => tab.mood !== 'here' && !hasArrived)) {
      calls.splice(calls.indexOf(call), 1);
      if (!call.isEnded) call.tab.outcomes.push(failed(call.row));
    }
  }
  /** Ends the calls of a page that is about to be left, which then asks the device as often as that. */
  async function end(tab: Tab, exchanges: number) {
    for (const call of calls.filter((one) => one.tab === tab && !one.isEnded)) {
      call.isEnded = true;
      if (call.hasArrived) calls.splice(calls.indexOf(call), 1);
      if (call.hasArrived) facts.answersLost.push(numberOf(call.row));
      tab.outcomes.push(failed(call.row));
    }
    for (let exchanged = 0; exchanged < exchanges; exchanged++) await exchange(tab);
  }
  async function trouble(tab: Tab) {
    if (tab.mood !== 'here') {
      tab.mood = 'here';
      tab.comeBack();
      return;
    }
    const mood = pick(['still', 'away', 'gone'] as const);
    if (mood !== 'still' && chance(0.5)) await end(tab, pick([1, 2]));
    tab.mood = mood;
    if (tab.mood === 'away') {
      tab.left.away = new Promise((resolve) => (tab.comeBack = () => resolve((tab.left.away = undefined))));
      recall(tab);
      tab.outbox.leave();
    }
    if (tab.mood === 'gone') open();
  }

  async function step(): Promise<string> {
    const tab = pick(tabs.filter(({ mood }) => mood !== 'gone'));
    const who = tabs.indexOf(tab);
    if (chance(0.06)) return (await trouble(tab), `${who} is ${tab.mood}`);
    if (chance(0.05)) return (await pass(), 'time passes');
    if (calls.length && chance(0.4)) return (travel(), 'a call goes on');
    // A page says something also in the moment in which it is left.
    if (script.length < 12 && tab.mood !== 'still' && chance(0.3))
      return (await say(tab), `${who} says ${script.length - 1}`);
    if (tab.mood !== 'here') return `${who} waits`;
    if (tab.taken.length && chance(0.6)) return (call(tab), `${who} calls`);
    if (chance(0.1)) return (recall(tab), `${who} recalls`);
    return (await exchange(tab), `${who} exchanges`);
  }

  for (let steps = 0; steps < 250; steps++) {
    way.push(await step());
    const broken = brokenIn(await worldOf(store, facts, script), script);
    if (broken) expect.fail(`${broken}, in schedule ${seed}: ${way.join(', ')}`);
  }

  // From now on all is well, in one page.
  tabs.forEach((tab) => (tab.mood = tab.mood === 'gone' ? 'gone' : 'still'));
  open();
  const last = tabs.at(-1) as Tab;
  for (let steps = 0; steps < 100; steps++) {
    clock.now += 400_000;
    await exchange(last);
    for (const row of last.taken.splice(0)) {
      facts.arrived.push(numberOf(row));
      last.outcomes.push({ row, is: 'delivered' });
    }
  }
  const world = await worldOf(store, facts, script);
  expect([brokenIn(world, script), waitingIn(world)]).toEqual([undefined, []]);
  // Each is told of once: as delivered, or as what nobody can tell.
  const { delivered, uncertain } = await last.outbox.count();
  expect(delivered + uncertain).toBe(script.length);
}

function openTab(store: Store<Row>, clock: { now: number }, random: () => number, page: string): Tab {
  const left: Tab['left'] = { away: undefined };
  const lastWords = createLastWords<Row>('shop', {
    ...left,
    get away() {
      return left.away;
    },
    signal: new AbortController().signal,
    close: () => undefined,
  });
  // A page that is left begins nothing on the device.
  const own: Store<Row> = async (work) => {
    await left.away;
    return store(work);
  };
  const all = {
    ...{
      page,
      random,
      lastWords,
      limits: unlimited,
      uncertain: 'assume' as const,
      visitor: { agrees: true, isMet: true, isSaid: false, settle: () => undefined, word: { at: 0 } },
    },
    store: lastWords.heardBy(
      own,
      () => undefined,
      () => false,
    ),
    heldUntil: () => 0,
    troubleOf: () => undefined,
    coming: () => undefined,
    onDropped: ({ reason }: Drop) => expect.fail(`One is dropped: ${reason}`),
    now: () => clock.now,
  };
  const kept = createOutbox(all);
  const outbox = { ...kept, exchange: createExchange({ ...all, outbox: kept }) };
  return { outbox, mood: 'here', left, comeBack: () => undefined, taken: [], outcomes: [] };
}

/** As IndexedDB does, a store that keeps copies, and gives them. */
function copying(store: Store<Row>): Store<Row> {
  return (work) =>
    store((table) =>
      work({
        ...table,
        get: async (key: string) => structuredClone(await table.get(key)) as never,
        put: (key: string, value: Row) => table.put(key, structuredClone(value)),
        first: async (...range) => structuredClone(await table.first(...range)),
        last: async (...range) => structuredClone(await table.last(...range)),
      }),
    );
}

function eventOf(id: string, { kind, user }: Omit<Said, 'page'>, recordedAt: number): TrackedEvent {
  const facts = { id, user: user === 'ada' ? ada : bob, recordedAt };
  if (kind === 'ordered') return { kind: 'purchase', items: [], total: 1, ...facts };
  if (kind === 'repeatable') return { kind: 'custom', name: 'a', ...facts };
  return { kind: 'message', route: 'POST /api/events/trackInAppOpen', body: {}, ...facts };
}

/** Reads where everything is. */
async function worldOf(store: Store<Row>, facts: World, script: readonly Said[]): Promise<World> {
  const numbers = (rows: Row[]) => rows.map(({ event }) => Number(event.id));
  const read = (after: string, before: string) => store((table) => table.first(after, before, Infinity));
  const journal = numbers(await read('0', '1'));
  const lines = (await read('1', '5')).sort((a, b) => (a.key.slice(-12) < b.key.slice(-12) ? -1 : 1));
  const flights = await read('5', '6');
  const words = Object.keys(localStorage).map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Row);
  const waiting = [...journal, ...numbers(lines), ...numbers(flights), ...numbers(words)];
  for (const row of [...lines, ...flights].sort((a, b) => (a.key.slice(-12) < b.key.slice(-12) ? -1 : 1)))
    if (isOrdered(row) && !facts.placed.includes(Number(row.event.id)))
      facts.placed.push(Number(row.event.id));
  const settled = facts.safe.filter((row) => !waiting.includes(row));
  return {
    ...facts,
    ...{ journal, words: numbers(words), line: numbers(lines) },
    flights: numbers(flights).map((row) => ({ row, by: 0, isLeased: true })),
    // What is nowhere any more has arrived, or nobody can tell.
    delivered: settled.filter((row) => facts.arrived.includes(row)),
    uncertain: settled.filter((row) => script[row]?.kind === 'once'),
  };
}
