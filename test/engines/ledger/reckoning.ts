import type { Emulator } from '../../../src/emulator/app.js';
import type { UserRef } from '../../../src/index.js';
import type { Entry, Outcome } from './play.js';
import { disorderIn } from './order.js';
import type { Kind } from './schedule.js';

/** What is reckoned up: events one by one, and what is left in the end of what replaces what was before. */
export const KINDS = [
  'custom events',
  'purchases',
  'final carts',
  'final profiles',
  'final subscriptions',
] as const;

/** What was recorded against what the service holds. */
export interface Sums {
  recorded: number;
  delivered: number;
  lost: number;
  duplicated: number;
  /** Their page died before it was told that they are safe. */
  uncertain: number;
  /** How many of these arrived. */
  arrived: number;
  /** Their page had no storage, and died before it delivered them. */
  inMemory: number;
}

/** The sums of a schedule, and what is wrong in it. */
export interface Reckoning {
  sums: Record<(typeof KINDS)[number], Sums>;
  problems: string[];
}

/** What the service holds and the page told. */
export interface Reckoned extends Outcome {
  inspect: Emulator['inspect'];
  messageTypeIds: number[];
}

/** Sums of nothing. */
export const noSums = (): Sums => ({
  recorded: 0,
  delivered: 0,
  lost: 0,
  duplicated: 0,
  uncertain: 0,
  arrived: 0,
  inMemory: 0,
});

/** Compares what was recorded with what the service holds. */
export function reckon(reckoned: Reckoned): Reckoning {
  const { entries, waiting, dropped, queued = { waiting: 0, deadLetters: 0 } } = reckoned;
  const problems: string[] = [];
  const refused = entries.filter(({ is }) => is === 'refused');
  if (refused.length) problems.push(`the client refused ${refused.map(nameOf).join()}`);
  if (waiting) problems.push(`${waiting} still wait`);
  if (Object.keys(dropped).length) problems.push(`the client dropped ${JSON.stringify(dropped)}`);
  if (queued.waiting) problems.push(`${queued.waiting} still wait in the queue`);
  if (queued.deadLetters) problems.push(`${queued.deadLetters} are dead letters`);
  problems.push(...foreignCalls(reckoned), ...disorderIn(reckoned.inspect));
  return {
    sums: {
      'custom events': events(reckoned, 'custom', problems),
      purchases: events(reckoned, 'purchase', problems),
      'final carts': finals(reckoned, 'cart', problems),
      'final profiles': finals(reckoned, 'profile', problems),
      'final subscriptions': finals(reckoned, 'subscriptions', problems),
    },
    problems,
  };
}

/** Events one by one: each is there once, under the name of whoever was the user. */
function events({ entries, inspect }: Reckoned, kind: 'custom' | 'purchase', problems: string[]): Sums {
  const sums = noSums();
  const held = inspect.events(kind === 'custom' ? 'customEvent' : 'purchase');
  for (const entry of entries.filter((one) => one.kind === kind)) {
    const found = held.filter(({ fields }) => fields['call'] === entry.number);
    if (entry.is === 'recorded') {
      sums.recorded += 1;
      if (found.length) sums.delivered += 1;
      else {
        sums.lost += 1;
        problems.push(`${nameOf(entry)} is lost`);
      }
    } else if (entry.is !== 'refused') {
      if (entry.is === 'uncertain') sums.uncertain += 1;
      else sums.inMemory += 1;
      if (found.length) sums.arrived += 1;
    }
    if (found.length > 1) {
      sums.duplicated += 1;
      problems.push(`${nameOf(entry)} arrived ${found.length} times`);
    }
    for (const one of found.filter((one) => entry.user && !isSame(one, entry.user)))
      problems.push(
        `${nameOf(entry)} of ${JSON.stringify(entry.user)} is ${JSON.stringify(one.email ?? one.userId)}'s`,
      );
  }
  return sums;
}

/** What a call makes of a state: nothing, or a value by the name of each of its parts. */
type Effect = (entry: Entry) => Record<string, unknown> | undefined;

/** What is left in the end: of each part of a user's state, the last value that was recorded. */
function finals(reckoned: Reckoned, kind: Exclude<Kind, 'custom' | 'purchase'>, problems: string[]): Sums {
  const { entries, inspect } = reckoned;
  const sums = noSums();
  const effect = effects(reckoned)[kind];
  for (const user of usersIn(entries)) {
    const own = entries.filter((entry) => entry.user && isSame(entry.user, user) && effect(entry));
    const parts = [...new Set(own.flatMap((entry) => Object.keys(effect(entry) ?? {})))];
    const actual = stateOf(inspect, user, kind);
    for (const part of parts) {
      const about = own.filter((entry) => part in (effect(entry) ?? {}));
      const last = about.findLastIndex(({ is }) => is === 'recorded');
      // What may or may not have been recorded after it may have replaced it.
      const possible = about.slice(Math.max(last, 0)).filter(({ is }) => is !== 'refused');
      const isThere = possible.some((entry) => isEqual(effect(entry)?.[part], actual[part]));
      if (last < 0) sums.uncertain += 1;
      if (last < 0 && isThere) sums.arrived += 1;
      if (last < 0) continue;
      sums.recorded += 1;
      if (isThere) sums.delivered += 1;
      else {
        sums.lost += 1;
        const history = about.map((entry) => `${entry.number}${entry.is === 'recorded' ? '' : '?'}`).join();
        problems.push(
          `the ${part} of ${JSON.stringify(user)} is ${JSON.stringify(actual[part])} after ${history}`,
        );
      }
    }
  }
  return sums;
}

function effects({ messageTypeIds }: Reckoned): Record<'cart' | 'profile' | 'subscriptions', Effect> {
  return {
    cart({ kind, number }) {
      if (kind === 'purchase') return { cart: [] };
      return kind === 'cart' ? { cart: [`item-${number}`] } : undefined;
    },
    profile: ({ kind, number }) =>
      kind === 'profile' ? { last: number, [`place${number % 3}`]: number } : undefined,
    subscriptions: ({ kind, number }) =>
      kind === 'subscriptions'
        ? { subscriptions: messageTypeIds.filter((_, place) => number & (1 << place)) }
        : undefined,
  };
}

function stateOf(inspect: Emulator['inspect'], user: UserRef, kind: string): Record<string, unknown> {
  const { dataFields = {}, unsubscribedMessageTypeIds = [] } = inspect.person(user) ?? {};
  if (kind === 'profile') return dataFields;
  if (kind === 'subscriptions')
    return { subscriptions: [...unsubscribedMessageTypeIds].sort((a, b) => a - b) };
  const items = (dataFields['shoppingCartItems'] ?? []) as { id: string }[];
  return { cart: items.map(({ id }) => id) };
}

/** The calls to the service that carried another user's token than their own, and were taken. */
function foreignCalls({ inspect }: Reckoned): string[] {
  return inspect.requests
    .filter(({ status, apiKey, body, tokenUser }) => {
      const { user, ...own } = body as { user?: UserRef } & UserRef;
      return (
        status === 200 && apiKey === 'emulator-web-key' && !(tokenUser && isSame(tokenUser, user ?? own))
      );
    })
    .map(({ route, tokenUser }) => `${route} was made with the token of ${JSON.stringify(tokenUser)}`);
}

function usersIn(entries: Entry[]): UserRef[] {
  const users = entries.flatMap(({ user }) => (user ? [JSON.stringify(user)] : []));
  return [...new Set(users)].map((user) => JSON.parse(user) as UserRef);
}

function nameOf({ kind, number, is }: Entry): string {
  return `${kind} ${number} (${is})`;
}

function isSame(
  one: { email?: string; userId?: string },
  other: { email?: string; userId?: string },
): boolean {
  return one.email === other.email && one.userId === other.userId;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
