import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '../harness/engine.js';
import type { Collector } from './collector.js';
import { deliverAll, deliverApart, deliverToEach, type Counts } from './deliver-all.js';
import { createOracle, type Said } from './oracle.js';
import type { Call, ChaosPage } from './page.js';
import type { End, Schedule, Step } from './step.js';
import { createTabs, KEYS, type Tab } from './tabs.js';
import { kindOf, nameOf, type Who } from './wire.js';

/** Who uses pages without storage. */
const NINA: Who = { email: 'nina@chaos.example' };
/** How long a page may take to keep a call, or to hear who the visitor is, in milliseconds. */
const PATIENCE = 60_000;

/** What came of a schedule. */
export interface Outcome {
  said: Said[];
  counts: Counts;
  /** What pages were seen to do wrong meanwhile. */
  oddities: string[];
  /** What was not let in for a while: the rest may go on without it. */
  barred: Set<string>;
}

type StepOf<Name, One = Step> = One extends Step ? (Name extends One['does'] ? One : never) : never;

type Does = { [Name in Step['does']]: (step: StepOf<Name>) => Promise<void> | void };

/** Lets a schedule happen in a browser; then all is well again, and what waits is delivered. */
export async function play(schedule: Schedule, browser: Browser, collector: Collector): Promise<Outcome> {
  const { isPlain, steps } = schedule;
  const oracle = createOracle(collector);
  const oddities: string[] = [];
  const barred = new Set<string>();
  /** What is nowhere but in pages that are open. */
  const inMemory = new Set<Said>();
  const tabs = createTabs(schedule, browser, collector);
  const { open, at, addressOf } = tabs;
  let isOffline = false;

  async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
    for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(20)) {
      // Nobody hears then what a page says, or it may have to wait for one that stands still.
      if (isOffline || tabs.all.some(({ isFrozen }) => isFrozen) || (await isSo())) return true;
    }
    return false;
  }

  async function make(
    tab: Tab,
    calls: Call[],
    how: { login?: { user?: Who }; key?: string; isInMemory?: boolean } = {},
  ) {
    const { login, key = KEYS[0] } = how;
    // Pages that share nothing with the others have visitors of their own.
    const isApart = key !== KEYS[0] || !!how.isInMemory;
    const entry = login && oracle.login(isApart, login.user);
    const said = oracle.say(calls, key, isApart ? login?.user : undefined);
    if (how.isInMemory) said.forEach((one) => inMemory.add(one));
    const page = await tab.page.evaluate(
      (calls: Call[], login: { number: number; user?: Who } | undefined) => chaos.make(calls, login),
      ...([calls, entry] as const),
    );
    said.forEach((one) => (one.page = page));
  }

  /** Lets the page hear who the visitor is, if that was told to the device; else says it again. */
  async function meet(tab: Tab) {
    if (!oracle.isSure) {
      const login = oracle.user ? { user: oracle.user } : {};
      await make(tab, [], { login });
      if (!(await until(() => oracle.isSure))) oddities.push('a login was not kept');
    }
    const name = oracle.user ? nameOf(oracle.user) : 'nobody';
    const isMet = () => tab.page.evaluate((name: string) => chaos.user() === name, name);
    if (!(await until(isMet)))
      oddities.push(`a page takes ${name} for ${await tab.page.evaluate(() => chaos.user())}`);
  }

  async function end(tab: Tab, how: End, lastWords: Call[]) {
    if (lastWords.length) {
      await meet(tab);
      const said = oracle.say(lastWords, KEYS[0]);
      const page = await tab.page.evaluate((calls: Call[]) => chaos.makeOnLeave(calls), lastWords);
      said.forEach((one) => (one.page = page));
    }
    if (how === 'reload') await tab.page.reload();
    else if (how === 'goto') await tab.page.goto(addressOf());
    else {
      tabs.all = tabs.all.filter((one) => one !== tab);
      await (how === 'crash' ? tab.page.kill() : tab.page.close());
    }
    oracle.doubt();
    if (how === 'reload' || how === 'goto') await tab.page.waitUntil('globalThis.chaos');
  }

  const does: Does = {
    async call({ tab, calls, login, isAwaited }) {
      const one = await at(tab);
      if (!login) await meet(one);
      await make(one, calls, login && { login });
      if (isAwaited && !(await until(() => calls.every(oracle.isSettled))))
        oddities.push('a call was not kept');
    },
    async end({ tab, how, lastWords }) {
      await end(await at(tab), how, how === 'crash' ? [] : lastWords);
    },
    async redirect({ calls }) {
      await meet(await at(0));
      oracle.say(calls, KEYS[0]).forEach((one) => (one.page = `first ${one.number}`));
      const tab = await open({ first: calls });
      await tab.page.waitUntil(() => location.pathname === '/elsewhere');
      await tab.page.goto(addressOf());
      await tab.page.waitUntil('globalThis.chaos');
    },
    async 'close all'({ lastWords }) {
      const open = tabs.all.filter(({ isFrozen, isApart }) => !isFrozen && !isApart);
      // One after another, since each says who the visitor is.
      for (const [index, tab] of open.entries()) {
        const words = lastWords[index] ?? [];
        await meet(tab);
        const said = oracle.say(words, KEYS[0]);
        const page = await tab.page.evaluate((calls: Call[]) => chaos.makeOnLeave(calls), words);
        said.forEach((one) => (one.page = page));
      }
      await Promise.all(open.map((tab) => end(tab, 'close', [])));
    },
    async freeze({ tab }) {
      const one = await at(tab);
      await one.page.freeze(true);
      one.isFrozen = true;
    },
    async thaw() {
      for (const tab of tabs.all.filter(({ isFrozen }) => isFrozen)) {
        await tab.page.freeze(false);
        tab.isFrozen = false;
      }
    },
    async 'there and back'({ tab }) {
      const { page } = await at(tab);
      await page.goto(`${collector.site(isPlain)}/elsewhere`);
      await page.back();
      oracle.doubt();
      await page.waitUntil('globalThis.chaos');
    },
    async 'fill keepalive'({ tab }) {
      const { page } = await at(tab);
      await page.evaluate(() => chaos.fillKeepalive());
    },
    async 'break rows'({ tab }) {
      const { page } = await at(tab);
      await page.evaluate(() => chaos.breakRows());
    },
    async clear({ tab }) {
      const { page } = await at(tab);
      await page.evaluate(() => localStorage.clear());
      oracle.doubt();
    },
    open: async () => void (await open()),
    async 'kill the browser'() {
      await browser.kill();
      tabs.all = [];
      oracle.doubt();
      inMemory.forEach((one) => (one.isForgotten = true));
      await browser.restart();
    },
    async offline() {
      isOffline = true;
      collector.setCut(true);
      await browser.offline();
    },
    async online() {
      isOffline = false;
      collector.setCut(false);
      await browser.online();
    },
    revoke: () => collector.revoke(),
    'open with limits': async ({ events }) => void (await open({ limits: { events } })),
    async 'call without storage'({ calls }) {
      const tab = await open({ hasStorage: false, hasInbox: false }, true);
      await make(tab, calls, { login: { user: NINA }, isInMemory: true });
    },
    async 'call with another key'({ calls, user }) {
      const tab = await open({ apiKey: KEYS[1], hasInbox: false }, true);
      await make(tab, calls, { login: { user }, key: KEYS[1] });
    },
    async 'become many'({ calls }) {
      const tab = await at(0);
      const { user } = oracle;
      oracle.say(calls, KEYS[0]).forEach((one) => (one.owners = [`former-${one.number}@chaos.example`]));
      const [first] = calls;
      if (first) oracle.adopt(`former-${first.number}@chaos.example`);
      await tab.page.evaluate(
        (calls: Call[], user: Who | undefined) => chaos.becomeMany(calls, user),
        ...([calls, user] as const),
      );
      oracle.goBackTo(user);
    },
    async leap(step) {
      await this.thaw({ does: 'thaw', tab: 0 });
      // What a wrong clock has put in order is in order before it is right again.
      const leap = (ahead: number) => chaos.leap(ahead);
      await leapAll(leap, tabs.ahead);
      if (step.ahead) oracle.leap();
      tabs.ahead = step.ahead;
      await leapAll(leap, tabs.ahead);
    },
    fail: ({ fault }) => collector.fail({ ...fault }),
    'give tokens': ({ mode }) => collector.give(mode),
    bar({ route }) {
      if (route) barred.add(kindOf(route));
      collector.bar(route);
    },
    wait: ({ milliseconds }) => wait(milliseconds),
  };

  function leapAll(leap: (ahead: number) => Promise<void>, ahead: number) {
    return Promise.all(tabs.all.map(({ page }) => page.evaluate(leap, ahead)));
  }

  for (const step of steps) {
    collector.note(JSON.stringify(step));
    await does[step.does](step as never);
  }
  collector.note('all is well again');
  return { said: oracle.said, counts: await settle(), oddities, barred };

  /** Delivers what waits, on a site and with a service that are well. */
  async function settle(): Promise<Counts> {
    collector.calm();
    await does.online({ does: 'online' });
    await does.leap({ does: 'leap', ahead: 0 });
    // Whoever is nobody becomes somebody, so that what was nobody's goes out.
    const tab = await at(0);
    if (!oracle.user) await make(tab, [], { login: { user: { userId: 'bob' } } });
    await meet(tab);
    for (const tab of tabs.all.filter(({ isApart }) => isApart)) {
      await tab.page.evaluate((user: Who) => chaos.keepSession(user), NINA);
      await deliverApart(tab, tabs.ahead);
    }
    for (const { page } of tabs.all)
      if (!(await until(async () => !(await page.evaluate(() => chaos.pending())))))
        oddities.push('a call was neither kept nor refused');
    const become = async (user: Who) => make(await at(0), [], { login: { user } });
    if (collector.isRelayed) await deliverToEach(tabs, oracle.owners(), become);
    const counts = await deliverAll(tabs);
    while (collector.busy) await wait(10);
    oracle.hear(await (await at(0)).page.evaluate(() => chaos.leftWords()));
    return counts;
  }
}

/** The page's own name, for functions that run in it. */
declare const chaos: ChaosPage;
