import { createDice, type Dice } from './random.js';
import type { Fault, TokenMode } from './collector.js';
import type { Call } from './page.js';
import type { End, Schedule, Step } from './step.js';
import type { Kind, Who } from './wire.js';

const USERS: readonly Who[] = [
  { email: 'ann@chaos.example' },
  { userId: 'bob' },
  { email: 'cy@chaos.example' },
];
const OTHER_USERS: readonly Who[] = [{ email: 'kay@chaos.example' }, { userId: 'lee' }];
const KINDS: readonly Kind[] = [
  ...(['custom', 'custom', 'custom', 'purchase', 'cart', 'cart'] as const),
  ...(['profile', 'profile', 'subscriptions', 'message'] as const),
];
/** Those for which nothing has to be fetched before. */
const SIMPLE = KINDS.filter((kind) => kind !== 'message');
const DAY = 86_400_000;
const PAGES = [400, 403, 404, 405, 413, 451];

/** What an engine's driver cannot do. */
export interface Abilities {
  canKill: boolean;
  canFreeze: boolean;
}

/** What a schedule is for. */
export interface Setting extends Abilities {
  /** Whether pages speak by way of a relay, which knows but one key. */
  isRelayed?: boolean;
}

/** Makes the schedule of a seed. */
export function scheduleOf(seed: number, { canKill, canFreeze, isRelayed = false }: Setting): Schedule {
  const dice = createDice(seed);
  const write = createWriter(dice, isRelayed);
  const possible = Object.keys(EPISODES).filter(
    (name) =>
      (canKill || !name.includes('browser killed')) &&
      (canFreeze || !name.includes('frozen')) &&
      !(isRelayed && name === 'another key'),
  );
  const troubles = Array.from({ length: dice.between(3, 5) }, (_, index) =>
    // Each trouble in turn, and others by chance.
    index ? dice.oneOf(possible) : (possible[seed % possible.length] as string),
  );
  const steps = troubles.flatMap((name) => {
    const episode = EPISODES[name] as (write: Writer) => Step[];
    return [...(dice.isLikely(0.5) ? [write.calls()] : []), ...episode(write)];
  });
  const all = [write.calls({ login: true, isAwaited: true }), ...steps, write.calls()];
  const calls = all.flatMap(callsOf);
  // As they come, however they were drawn.
  calls.forEach((call, index) => (call.number = index + 1));
  return {
    ...{ seed, troubles },
    hasLocks: !dice.isLikely(0.2),
    isPlain: dice.isLikely(0.15),
    steps: all,
    messages: calls.filter(({ kind }) => kind === 'message').map(({ number }) => number),
  };
}

function callsOf(step: Step): Call[] {
  if ('calls' in step) return step.calls;
  return 'lastWords' in step ? step.lastWords.flat() : [];
}

type Writer = ReturnType<typeof createWriter>;

function createWriter(dice: Dice, isRelayed: boolean) {
  const { between, oneOf, isLikely } = dice;
  const some = (most = 6, kinds: readonly Kind[] = KINDS): Call[] =>
    Array.from({ length: between(1, most) }, () => ({ number: 0, kind: oneOf(kinds) }));
  const tab = () => between(0, 3);
  const loginOf = (): { user?: Who } => (isLikely(0.12) ? {} : { user: oneOf(USERS) });

  return {
    ...{ between, oneOf, isLikely, some, tab },
    calls: ({ login = isLikely(0.25), isAwaited = isLikely(0.3), most = 6 } = {}): Step => ({
      ...{ does: 'call', tab: tab(), isAwaited },
      calls: some(most),
      ...(login && { login: loginOf() }),
    }),
    lastWords: () => (isLikely(0.6) ? some(4, SIMPLE) : []),
    pause: (most = 300): Step => ({ does: 'wait', milliseconds: between(0, most) }),
    slow: (): Step => ({
      does: 'fail',
      fault: { how: { is: 'slow', delay: between(50, 1_200) }, times: between(1, 6) },
    }),
    otherUser: () => oneOf(OTHER_USERS),
    /** Only what has no order is known to be another's. */
    many: (): Call[] =>
      // A relay has seen few of so many, and waits until each of the others is back.
      Array.from({ length: isRelayed ? between(5, 12) : isLikely(0.3) ? 300 : between(20, 80) }, () => ({
        number: 0,
        kind: 'custom',
      })),
  };
}

function faulty(write: Writer, how: Fault['how'], times = write.between(1, 4)): Step[] {
  const { calls, pause } = write;
  return [calls(), { does: 'fail', fault: { how, times } }, pause(), calls(), pause(600), calls()];
}

function tokens(write: Writer, mode: TokenMode): Step[] {
  return [
    ...[{ does: 'give tokens', mode } as const, { does: 'revoke' } as const],
    ...[write.calls({ login: write.isLikely(0.5) }), write.pause(), write.calls()],
    { does: 'give tokens', mode: 'right' },
  ];
}

/** A burst, some of it on its way, and then what happens to its page. */
function burst(write: Writer): Step[] {
  const { slow, calls, pause, isLikely } = write;
  return [...(isLikely(0.6) ? [slow()] : []), calls({ most: 10 }), pause(400), calls({ isAwaited: false })];
}

function ended(write: Writer, how: End): Step[] {
  return [
    ...burst(write),
    ...(write.isLikely(0.5) ? [write.pause(200)] : []),
    { does: 'end', tab: write.tab(), how, lastWords: write.lastWords() },
    write.calls(),
  ];
}

const crash: Step = { does: 'end', tab: 0, how: 'crash', lastWords: [] };

/** How each trouble comes about. */
const EPISODES: Record<string, (write: Writer) => Step[]> = {
  '500': (write) => faulty(write, { is: 'status', status: write.oneOf([500, 502, 503]) }),
  '429': (write) => faulty(write, { is: 'status', status: 429 }),
  '429 with Retry-After': (write) =>
    faulty(write, { is: 'status', status: 429, retryAfter: write.between(0, 2) }),
  'answer lost': (write) => faulty(write, { is: 'cut', isTaken: true }),
  'call lost': (write) => faulty(write, { is: 'cut', isTaken: false }),
  "a proxy's page": (write) =>
    faulty(write, { is: 'proxy', status: write.oneOf(PAGES), isTaken: false }, write.between(1, 8)),
  "a proxy's page instead of the answer": (write) =>
    faulty(write, { is: 'proxy', status: 502, isTaken: true }),
  'tokens expired': (write) => [
    write.calls(),
    { does: 'revoke' },
    write.pause(),
    write.calls(),
    write.pause(),
  ],
  'slow tokens': (write) => tokens(write, 'slow'),
  'getToken rejects': (write) => tokens(write, 'rejects'),
  'no token': (write) => tokens(write, 'none'),
  "another's token": (write) => tokens(write, "another's"),
  'a barred route': (write) => [
    {
      does: 'bar',
      route: write.oneOf(['/api/events/track', '/api/commerce/updateCart', '/api/users/update']),
    },
    ...[write.calls(), write.pause(800), write.calls(), write.pause(800)],
    { does: 'bar' },
  ],
  'page crashed': (write) => ended(write, 'crash'),
  'page left': (write) => ended(write, write.oneOf(['goto', 'reload'])),
  'page closed': (write) => ended(write, 'close'),
  'all closed at once': (write) => [
    ...[{ does: 'open' } as const, { does: 'open' } as const, ...burst(write)],
    { does: 'close all', lastWords: Array.from({ length: 4 }, () => write.lastWords()) },
    ...(write.isLikely(0.3) ? [] : [write.calls()]),
  ],
  'redirect in the first task': (write) => [
    { does: 'redirect', calls: write.some(5, SIMPLE) },
    write.pause(),
  ],
  'browser killed': (write) => [
    ...burst(write),
    write.pause(500),
    { does: 'kill the browser' },
    write.calls(),
  ],
  'browser killed after a login': (write) => [
    write.calls({ login: true, isAwaited: true }),
    { does: 'kill the browser' },
    write.calls({ login: false }),
  ],
  'page frozen': (write) => [
    ...[{ does: 'open' } as const, ...burst(write)],
    { does: 'freeze', tab: write.tab() },
    ...[write.calls(), write.pause(write.isLikely(0.3) ? 7_000 : 500), write.calls()],
    ...(write.isLikely(0.5) ? [{ does: 'thaw', tab: 0 } as const, write.calls()] : []),
  ],
  'there and back': (write) => [...burst(write), { does: 'there and back', tab: write.tab() }, write.calls()],
  offline: (write) => [
    ...[write.calls(), { does: 'offline' } as const, ...burst(write), write.pause()],
    ...(write.isLikely(0.3) ? [crash] : []),
    { does: 'online' },
    write.calls(),
  ],
  'several tabs': (write) => [{ does: 'open' }, ...burst(write), write.calls(), write.calls(), write.pause()],
  'no storage': (write) => [{ does: 'call without storage', calls: write.some(6, SIMPLE) }, write.calls()],
  'localStorage cleared': (write) => [...burst(write), { does: 'clear', tab: write.tab() }, write.calls()],
  'keepalive room full': (write) => [
    ...[{ does: 'fill keepalive', tab: 0 } as const, ...burst(write)],
    { does: 'end', tab: write.tab(), how: write.oneOf(['goto', 'close']), lastWords: write.lastWords() },
  ],
  'clock a month ahead': (write) => [
    ...burst(write),
    { does: 'leap', ahead: 31 * DAY },
    ...[write.calls({ isAwaited: true }), write.pause()],
    { does: 'leap', ahead: 0 },
    write.calls(),
  ],
  'another key': (write) => [
    ...[
      write.calls(),
      { does: 'call with another key', calls: write.some(6, SIMPLE), user: write.otherUser() } as const,
    ],
    write.calls(),
  ],
  'limits lowered': (write) => [
    ...[{ does: 'give tokens', mode: 'none' } as const, write.calls({ most: 20 }), write.calls({ most: 20 })],
    ...[{ does: 'open with limits', events: write.between(5, 20) } as const, write.calls({ most: 20 })],
    { does: 'give tokens', mode: 'right' },
  ],
  'broken rows': (write) => [
    ...[{ does: 'give tokens', mode: 'none' } as const, write.calls(), { does: 'revoke' } as const],
    ...[write.calls({ isAwaited: true }), { does: 'break rows', tab: 0 } as const, write.calls()],
    { does: 'give tokens', mode: 'right' },
  ],
  'many former users': (write) => [
    { does: 'give tokens', mode: 'none for former users' },
    { does: 'become many', calls: write.many() },
    ...[write.calls(), write.pause(1_000), write.calls()],
  ],
};
