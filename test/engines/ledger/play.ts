import { setTimeout as wait } from 'node:timers/promises';
import type { UserRef } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import type { Scene } from '../harness/harness.js';
import { advance } from '../harness/page-clock.js';
import type { Made } from './ledger-page.js';
import { USERS, type Call, type End, type Schedule, type Step, type TokenMode } from './schedule.js';
import type { Shop } from './shop.js';

/** A call, and what its page was told of it. */
export interface Entry extends Made {
  /**
   * `recorded`: its promise was resolved. `uncertain`: its page died before. `in memory`: its page had no storage and
   * died before it was delivered. `refused`: its promise was rejected.
   */
  is: 'recorded' | 'uncertain' | 'in memory' | 'refused';
}

/** What came of a schedule. */
export interface Outcome {
  /** Every call, in the order they were made. */
  entries: Entry[];
  /** How many events still wait, at the end of everything. */
  waiting: number;
  /** What the client gave up, by reason. */
  dropped: Record<string, number>;
  /** What still waits in the queue of the relays, and what the service would not take of it. */
  queued?: { waiting: number; deadLetters: number };
}

/** A page from its load to its end. */
interface Visit {
  page: Page;
  entries: Map<number, Entry>;
  /** The calls that will be gone with the page. */
  inMemory: Set<number>;
  isWedged: boolean;
}

/** More than any lease, any pause of a schedule and any wait for the visitor's token, in milliseconds. */
const LONG = 310_000;
/**
 * How often what waits is delivered once nothing goes wrong any more, with a long time in between: for more than an
 * hour, which is how long a user waits who had no token, and is not the visitor.
 */
const TRIES = 13;
/** How long a page takes to give up a storage that never answers, in milliseconds. */
const GIVEN_UP = 5_000;

/** How long a queue may take to be emptied, and how often time passes meanwhile, in milliseconds. */
const EMPTIED = 60_000;
const OFTEN = 5_000;

/** Where a schedule happens. */
export interface Stage {
  scene: Scene;
  shop: Shop;
  /** Sets what the page's own server gives for a token. */
  give: (mode: TokenMode) => void;
}

/** Lets a schedule happen in a browser; then all is well again, and what waits is delivered. */
export async function play({ steps }: Schedule, { scene, shop, give }: Stage): Promise<Outcome> {
  const entries: Entry[] = [];
  const visits: Visit[] = [];
  const { browser, open } = scene;
  const { service } = shop;

  async function visit(path = '/'): Promise<Visit> {
    const page = await open(path, { isNew: true });
    const one = {
      page,
      entries: new Map<number, Entry>(),
      inMemory: new Set<number>(),
      isWedged: path !== '/',
    };
    visits.push(one);
    return one;
  }

  async function at(tab: number): Promise<Visit> {
    const healthy = visits.filter(({ isWedged }) => !isWedged);
    return healthy[tab % healthy.length] ?? visit();
  }

  /** Writes down what the page has been told so far. */
  async function note({ page, entries, inMemory }: Visit) {
    const told = await page.evaluate(() => ledger.told());
    for (const number of told.recorded) (entries.get(number) as Entry).is = 'recorded';
    for (const [number] of told.refused) (entries.get(number) as Entry).is = 'refused';
    told.inMemory.forEach((number) => inMemory.add(number));
  }

  function lose(one: Visit) {
    for (const number of one.inMemory) (one.entries.get(number) as Entry).is = 'in memory';
    one.entries.clear();
    one.inMemory.clear();
  }

  async function call(one: Visit, { calls, user }: { calls: Call[]; user?: UserRef | undefined }) {
    const made = await one.page.evaluate(
      (calls: Call[], user: UserRef | undefined) => ledger.make(calls, user),
      calls,
      user,
    );
    for (const each of made) {
      const entry: Entry = { ...each, is: 'uncertain' };
      entries.push(entry);
      one.entries.set(entry.number, entry);
    }
  }

  async function settle(one: Visit) {
    await one.page.evaluate(() => ledger.settled());
    await note(one);
  }

  async function end(one: Visit, how: End) {
    await note(one);
    if (how === 'reload') await one.page.reload();
    else {
      visits.splice(visits.indexOf(one), 1);
      await one.page[how]();
    }
    lose(one);
  }

  async function sleep(milliseconds: number) {
    // What is on its way while a device sleeps has failed or arrived when it wakes.
    await shop.rest();
    await shop.sleep(
      milliseconds,
      visits.map(({ page }) => page),
    );
  }

  async function happen(step: Step): Promise<unknown> {
    switch (step.does) {
      case 'call': {
        const one = await at(step.tab);
        await call(one, step);
        return step.end ? end(one, step.end) : settle(one);
      }
      case 'call in every tab': {
        const healthy = visits.filter(({ isWedged }) => !isWedged);
        const all = healthy.map((one, tab) => call(one, { calls: step.calls[tab] ?? [], user: step.user }));
        await Promise.all(all);
        return Promise.all(healthy.map(settle));
      }
      case 'call in a wedged page': {
        const one = await visit(`/${step.wedge}`);
        await call(one, step);
        if (step.end) return end(one, step.end);
        return step.wedge === 'stuck' && advance(one.page, GIVEN_UP);
      }
      case 'open':
        return visit();
      case 'offline':
        return browser.offline();
      case 'online':
        return browser.online();
      case 'kill the browser':
        for (const one of visits) await note(one);
        await browser.kill();
        visits.splice(0).forEach(lose);
        return browser.restart();
      case 'reload':
      case 'close':
      case 'kill':
        return end(await at(step.tab), step.does);
      case 'hide':
        return (await at(step.tab)).page.hide();
      case 'show':
        return (await at(step.tab)).page.show();
      case 'flush':
        return (await at(step.tab)).page.evaluate(() => ledger.flush(300));
      case 'lose the connection':
        return (await at(step.tab)).page.evaluate(() => ledger.loseConnection());
      case 'stall':
        return (await at(step.tab)).page.evaluate(() => ledger.stall(2_000));
      case 'break':
        return service.faults.add(step.fault);
      case 'answer 429 with a date': {
        const retryAfter = new Date(shop.now() + step.seconds * 1_000).toUTCString();
        return service.faults.add({ kind: 'status', status: 429, retryAfter });
      }
      case 'give tokens':
        return give(step.mode);
      case 'sleep':
        return step.who === 'everyone' ? sleep(step.milliseconds) : service.clock.advance(step.milliseconds);
      case 'wait':
        return wait(step.milliseconds);
      case 'strike':
        return shop.servers?.strike(step);
      case 'lose answers':
        return shop.servers?.loseAnswers(step.times);
    }
  }

  /** Nothing goes wrong any more: whatever waits, in any page, is delivered. */
  async function conclude(): Promise<Outcome> {
    await browser.online();
    service.faults.clear();
    await shop.servers?.mend();
    give('right');
    await sleep(LONG);
    const last = await visit();
    let waiting = 0;
    // Somebody adopts what nobody's events are. A relay may have seen nobody while they were here: they come back.
    for (const user of shop.isRelayed ? usersIn(steps) : USERS.slice(0, 1)) {
      await last.page.evaluate((user: UserRef) => void ledger.make([], user), user);
      const pages = visits.map(({ page }) => page);
      waiting = await deliverAll(pages, shop, shop.isRelayed ? 3 : TRIES);
    }
    for (const one of visits) await settle(one);
    const queued = await emptied(visits.map(({ page }) => page));
    await service.settle();
    return {
      ...(queued && { queued }),
      entries,
      waiting,
      dropped: await last.page.evaluate(() => ledger.dropped()),
    };
  }

  /** Waits for what relays have accepted, and says what is left of it where it does not go. */
  async function emptied(pages: readonly Page[]): Promise<Outcome['queued']> {
    const { servers } = shop;
    const end = Date.now() + EMPTIED;
    for (let leapAt = Date.now() + OFTEN; servers; await wait(50)) {
      const queued = await servers.counts();
      if (!queued.waiting || Date.now() > end) return queued;
      if (Date.now() < leapAt) continue;
      // What the service has put off comes by the time that it named.
      await shop.sleep(LONG, pages);
      leapAt = Date.now() + OFTEN;
    }
    return undefined;
  }

  // Known before anything goes wrong.
  for (const step of steps) if (step.does === 'call in a wedged page') await shop.know(step.user);
  await visit();
  for (const step of steps) await happen(step);
  return conclude();
}

/** Whoever was there, and then the first again. */
function usersIn(steps: readonly Step[]): UserRef[] {
  const told = steps.flatMap((step) => ('user' in step && step.user ? [JSON.stringify(step.user)] : []));
  const users = [...new Set(told)].map((user) => JSON.parse(user) as UserRef);
  return [...users, users[0] ?? (USERS[0] as UserRef)];
}

/** Delivers what waits in pages, and tries again as a visitor would who comes back; gives how many events still wait after so many tries. */
export async function deliverAll(
  pages: readonly Page[],
  { sleep }: Pick<Shop, 'sleep'>,
  tries = TRIES,
): Promise<number> {
  const counts = await Promise.all(pages.map((page) => page.evaluate(() => ledger.flush())));
  const waiting = counts.reduce((sum, count) => sum + count);
  if (!waiting || tries === 1) return waiting;
  await sleep(LONG, pages);
  return deliverAll(pages, { sleep }, tries - 1);
}

/** The page's own name, for functions that run in it. */
declare const ledger: Window['ledger'];
