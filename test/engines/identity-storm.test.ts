import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFailed } from 'vitest';
import { createRandom } from '../../src/emulator/state/random.js';
import type { Attempt, Emulator } from '../../src/emulator/app.js';
import type { UserRef } from '../../src/index.js';
import type { Engine, Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';
import { drawnSeed } from './ledger/drawn-seed.js';
import type { Made } from './ledger/ledger-page.js';
import { deliverAll } from './ledger/play.js';
import type { Call, Kind } from './ledger/schedule.js';
import { openShop } from './ledger/shop.js';
import { answerToken } from './ledger/tokens.js';

/*
 * The identity storm shows that whatever is recorded belongs to the user at the time of the call, and that no call to
 * the service ever carries another's token: three tabs make calls while 20 users come and go, time jumps, and tokens
 * come late, not at all, for a moment only, or for another user.
 *
 * `npm test` lets a small storm blow, always the same. With `STORM_CALLS=2000` it is as large as that, and another each
 * time; a failure shows the command that lets it blow again. Its seed decides the calls and the tokens, not the pace of
 * the browser.
 */
const { STORM_CALLS } = process.env;
const { STORM_SEED = STORM_CALLS ? drawnSeed('STORM_SEED') : 1 } = process.env;
const CALLS = Number(STORM_CALLS ?? 180);
const TABS = 3;
/** How many calls each tab makes between two jumps of time. */
const AT_ONCE = 20;
const ROUNDS = Math.ceil(CALLS / TABS / AT_ONCE);
const USERS: UserRef[] = Array.from({ length: 20 }, (_, index) =>
  index % 2 ? { userId: `user-${index}` } : { email: `user-${index}@storm.example` },
);
const KINDS: Kind[] = [
  'custom',
  'custom',
  'custom',
  'custom',
  'purchase',
  'cart',
  'profile',
  'subscriptions',
];

inEveryEngine('whoever the visitor is', (setScene, engine) => {
  // A relay knows no engine.
  const ways = ['direct', ...(STORM_CALLS ? ['relay'] : shareOf(engine, ['relay']))];
  it.for(ways)(
    `is whose the calls are and whose token they carry, %s, in storm ${STORM_SEED}`,
    { timeout: ROUNDS * 60_000 },
    async (way, { annotate }) => {
      onTestFailed(() => console.log(replayOf(engine)));
      const isRelayed = way === 'relay';
      const { shop, random, blow, calmDown } = await setStorm(isRelayed);
      const { open } = await setScene(shop.site);
      const tabs: Page[] = [];
      for (let tab = 0; tab < TABS; tab++) tabs.push(await open());

      const made: Made[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(tabs.map((tab) => blow(tab, made)));
        await shop.sleep(random() * 300_000, tabs);
      }
      calmDown();
      await shop.sleep(600_000, tabs);
      let waiting = NaN;
      // A relay may have seen nobody while they were here: they come back.
      for (const user of isRelayed ? USERS : USERS.slice(0, 1)) {
        await tabs[0]?.evaluate((user: UserRef) => void ledger.make([], user), user);
        waiting = await deliverAll(tabs, shop, isRelayed ? 2 : undefined);
      }

      const { inspect } = shop.service;
      const users = new Map(made.map(({ number, user }) => [number, user]));
      const calls = inspect.requests.filter(({ apiKey }) => apiKey === shop.service.keys.web);
      if (!isRelayed) expect(calls.length).toBeGreaterThan(CALLS / 2);
      expect(calls.filter(isUnderAnothersToken)).toEqual([]);
      expect(calls.filter((call) => isAnothers(call, users))).toEqual([]);
      expect(crossedIn(inspect, users)).toEqual([]);
      await annotate(
        `${engine.name}: ${made.length} calls by ${USERS.length} users in ${TABS} tabs, ${way}`,
        'figure',
      );
      expect({ waiting, ...lostIn(made, inspect) }).toEqual({ waiting: 0, lost: [], repeated: [] });
    },
  );
});

/** A shop whose tokens are whatever chance gives, and what lets a storm blow through its pages. */
async function setStorm(isRelayed: boolean) {
  const random = createRandom(Number(STORM_SEED));
  // Of their own, since nobody knows when which page asks for one: the calls are the same each time.
  const randomTokens = createRandom(Number(STORM_SEED) + 1);
  let isCalm = false;
  let last = 0;

  async function giveToken(user: UserRef, service: Emulator): Promise<Response> {
    if (isCalm) return answerToken('right', user, service);
    if (randomTokens() < 0.15) await wait(randomTokens() * 200);
    if (randomTokens() < 0.1) return new Response(await service.signToken(oneOf(USERS, randomTokens)));
    return answerToken(
      oneOf(['right', 'right', 'right', 'right', 'right', 'short', 'none', 'failing'], randomTokens),
      user,
      service,
    );
  }

  /** Whom a relay is told to be logged in. */
  function giveSession(user: UserRef | undefined): UserRef | undefined {
    if (isCalm || randomTokens() < 0.7) return user;
    return randomTokens() < 0.3 ? oneOf(USERS, randomTokens) : undefined;
  }

  /** Draws what a tab does: calls, a few at a time, each time as somebody else. */
  function draw() {
    const drawn: { calls: Call[]; user: UserRef | undefined }[] = [];
    for (let left = AT_ONCE; left > 0;) {
      const some = Math.min(left, 1 + Math.floor(random() * 6));
      const calls = Array.from({ length: some }, () => ({ number: ++last, kind: oneOf(KINDS, random) }));
      drawn.push({ calls, user: random() < 0.1 ? undefined : oneOf(USERS, random) });
      left -= some;
    }
    return drawn;
  }

  async function blow(tab: Page, made: Made[]) {
    for (const { calls, user } of draw()) {
      const make = (calls: Call[], user: UserRef | undefined) => ledger.make(calls, user);
      made.push(...(await tab.evaluate(make, calls, user)));
    }
    await tab.evaluate(() => ledger.settled());
  }

  const shop = await openShop({ users: USERS, isRelayed, giveToken, giveSession });
  return { shop, random, blow, calmDown: () => void (isCalm = true) };
}

function oneOf<Value>(values: readonly Value[], random: () => number): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

function replayOf({ name }: Engine): string {
  return `ENGINE=${name} STORM_SEED=${STORM_SEED} STORM_CALLS=${CALLS} npx vitest run --project engines identity-storm`;
}

/** Whether a call carries a token, if any, of somebody else than it is about. */
function isUnderAnothersToken({ body, tokenUser }: Attempt): boolean {
  return !isSame(identityIn(body), tokenUser);
}

/** Whether a call is about somebody else than the user at the time of the client's call. */
function isAnothers({ body }: Attempt, users: Map<number, UserRef | undefined>): boolean {
  const user = users.get(numberIn(body) ?? NaN);
  // What was nobody's is adopted by whoever comes next in one of the tabs.
  return user !== undefined && !isSame(identityIn(body), user);
}

function identityIn(body: unknown): UserRef {
  const { user, email, userId } = body as { user?: UserRef } & Partial<Record<'email' | 'userId', string>>;
  return user ?? ((email === undefined ? { userId } : { email }) as UserRef);
}

/** The number of the client's call that a call to the service comes from; subscriptions have no place for it. */
function numberIn(body: unknown): number | undefined {
  const { dataFields, items } = body as { dataFields?: Record<string, number>; items?: { id: string }[] };
  const item = items?.[0]?.id.replace('item-', '');
  return dataFields?.['call'] ?? dataFields?.['last'] ?? (item === undefined ? undefined : Number(item));
}

function isSame(one: Partial<UserRef>, other: Partial<UserRef> | undefined): boolean {
  return one.email === other?.email && one.userId === other?.userId;
}

/** The events that are another's than whoever was the user at the time of the call. */
function crossedIn(inspect: Emulator['inspect'], users: Map<number, UserRef | undefined>) {
  const events = [...inspect.events('customEvent'), ...inspect.events('purchase')];
  return events.filter(({ fields, email, userId }) => {
    const user = users.get(fields['call'] as number);
    return user && !isSame(email === undefined ? { userId: userId as string } : { email }, user);
  });
}

/** The events, by number, that did not arrive, and those that arrived more than once. */
function lostIn(made: Made[], inspect: Emulator['inspect']) {
  const arrived = [...inspect.events('customEvent'), ...inspect.events('purchase')].map(
    ({ fields }) => fields['call'],
  );
  const events = made.filter(({ kind }) => kind === 'custom' || kind === 'purchase');
  const times = ({ number }: Made) => arrived.filter((one) => one === number).length;
  return {
    lost: events.filter((one) => times(one) === 0),
    repeated: events.filter((one) => times(one) > 1),
  };
}

/** The page's own name, for functions that run in it. */
declare const ledger: Window['ledger'];
