import type { UserRef } from '../../../src/index.js';
import type { Fault } from '../../../src/emulator/app.js';
import { createRandom } from '../../../src/emulator/state/random.js';

/** What goes wrong in a schedule. */
export const TROUBLES = [
  'offline',
  'dropped before acting',
  'dropped after acting',
  '429 with seconds',
  '429 with a date',
  '500',
  '503',
  'token expired',
  "another user's token",
  'no token',
  'reload',
  'tab closed',
  'page killed',
  'browser killed',
  'several tabs',
  'page hidden',
  'no Web Locks',
  'storage wedged',
  'connection closed',
  'storage stalls',
] as const;
/** What goes wrong beside that where relays fill a queue, of which there are always two, and two workers. */
export const QUEUE_TROUBLES = [
  'relay killed',
  'Redis killed',
  'worker killed',
  'answers of relays lost',
  'relay killed amid a batch',
  'worker frozen',
  'Redis frozen',
] as const;
export type Trouble = (typeof TROUBLES)[number] | (typeof QUEUE_TROUBLES)[number];

/** The troubles of pages, and between each two of them one of the servers. */
export function withQueueTroubles(possible: readonly Trouble[]): Trouble[] {
  return possible.flatMap((trouble, index) => [
    QUEUE_TROUBLES[index % QUEUE_TROUBLES.length] as Trouble,
    trouble,
  ]);
}

/** What kind of call is made. */
export type Kind = 'custom' | 'purchase' | 'cart' | 'profile' | 'subscriptions';

/** A call of the client. Its number is its own in the schedule, and what it records carries it. */
export interface Call {
  number: number;
  kind: Kind;
}

/** How a page ends. */
export type End = 'reload' | 'close' | 'kill';
/** What the page's own server gives for a token. */
export type TokenMode = 'right' | 'short' | "another user's" | 'none' | 'failing';
/** How IndexedDB is broken in a page: it never answers, or refuses to open. */
export type Wedge = 'stuck' | 'refused';

/** What is done to a server: it is killed or started again, or stands still for a while. */
export interface Strike {
  whom: 'relay' | 'worker' | 'redis';
  /** Its place among its kind. Default: the first. */
  which?: number;
  how: 'kill' | 'start' | 'freeze' | 'thaw';
}

/** One thing that happens. A tab is named by its place among those that are open. */
export type Step =
  /** Calls are made and recorded; those without a user as somebody who is not known. With an `end`, nobody waits for them. */
  | { does: 'call'; tab: number; user: UserRef | undefined; calls: Call[]; end?: End }
  /** Every tab makes its calls at the same time. */
  | { does: 'call in every tab'; user: UserRef; calls: Call[][] }
  /** A page whose storage is broken makes calls, for a user of its own. */
  | { does: 'call in a wedged page'; wedge: Wedge; user: UserRef; calls: Call[]; end?: End }
  | { does: 'open' | 'offline' | 'online' | 'kill the browser' }
  | { does: End | 'hide' | 'show' | 'flush' | 'lose the connection' | 'stall'; tab: number }
  | { does: 'break'; fault: Fault }
  | { does: 'answer 429 with a date'; seconds: number }
  | { does: 'give tokens'; mode: TokenMode }
  /** Time passes for the pages and the service, or for the service alone. */
  | { does: 'sleep'; milliseconds: number; who: 'everyone' | 'the service' }
  | { does: 'wait'; milliseconds: number }
  | ({ does: 'strike' } & Strike)
  /** The next answers of relays do not come, so many of them. */
  | { does: 'lose answers'; times: number };

/** What happens to a visitor and to the service, all of it decided by the seed. */
export interface Schedule {
  seed: number;
  troubles: Trouble[];
  hasLocks: boolean;
  steps: Step[];
}

/** Those who use the pages of a schedule. */
export const USERS: readonly UserRef[] = [
  { email: 'amy@ledger.example' },
  { userId: 'bill' },
  { email: 'cleo@ledger.example' },
];

/** How many troubles a schedule has by its seed; one more is drawn. */
const TROUBLES_EACH = 4;

/** Makes the schedule of a seed. Of five seeds in a row, each trouble is in one at least. */
export function scheduleOf(seed: number, possible: readonly Trouble[]): Schedule {
  const random = createRandom(seed);
  const writer = createWriter(random);
  const first = (seed - 1) * TROUBLES_EACH;
  const own = Array.from(
    { length: TROUBLES_EACH },
    (_, index) => possible[(first + index) % possible.length] as Trouble,
  );
  const troubles = [...new Set([...own, writer.oneOf(possible)])];
  const steps = troubles.flatMap((trouble) => [
    ...(writer.isLikely(0.5) ? [writer.calls()] : []),
    ...episodes[trouble](writer),
  ]);
  return { seed, troubles, hasLocks: !troubles.includes('no Web Locks'), steps: [...steps, writer.calls()] };
}

/** Every kind, as often as it is drawn. */
const EVERY_KIND: readonly Kind[] = [
  'custom',
  'custom',
  'custom',
  'purchase',
  'cart',
  'cart',
  'profile',
  'profile',
  'subscriptions',
];

type Writer = ReturnType<typeof createWriter>;

function createWriter(random: () => number) {
  let last = 0;
  let wedgedPages = 0;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const oneOf = <Value>(values: readonly Value[]) => values[between(0, values.length - 1)] as Value;
  const isLikely = (chance: number) => random() < chance;
  const some = (kinds: readonly Kind[]): Call[] =>
    Array.from({ length: between(2, 8) }, () => ({ number: ++last, kind: oneOf(kinds) }));

  return {
    between,
    oneOf,
    isLikely,
    calls(end?: End): Step {
      // Whoever comes next adopts what nobody's events are, which decides nothing for a custom event.
      const isAnonymous = isLikely(0.1);
      return {
        does: 'call',
        tab: between(0, 2),
        user: isAnonymous ? undefined : oneOf(USERS),
        calls: some(isAnonymous ? ['custom'] : EVERY_KIND),
        ...(end && { end }),
      };
    },
    /** Only one tab changes what has an order, since nobody can tell the order between tabs. */
    callsInEveryTab: (): Step => ({
      does: 'call in every tab',
      user: oneOf(USERS),
      calls: [some(EVERY_KIND), some(['custom']), some(['custom'])],
    }),
    callsInWedgedPage: (end?: End): Step => ({
      does: 'call in a wedged page',
      wedge: oneOf(['stuck', 'refused']),
      user: { email: `wedged-${++wedgedPages}@ledger.example` },
      calls: some(EVERY_KIND),
      ...(end && { end }),
    }),
    pause: (): Step => ({ does: 'wait', milliseconds: between(0, 250) }),
    /** The service takes its time, so that something is on its way when the next thing happens. */
    slow: (): Step => ({
      does: 'break',
      fault: { kind: 'delay', delay: between(50, 400), times: between(1, 6) },
    }),
  };
}

/** How each trouble comes about. */
const episodes: Record<Trouble, (writer: Writer) => Step[]> = {
  offline: ({ calls, pause, oneOf, isLikely }) => [
    calls(),
    { does: 'offline' },
    calls(),
    pause(),
    ...(isLikely(0.4) ? [calls(oneOf(['close', 'kill'])), { does: 'online' } as const, calls()] : []),
    { does: 'online' },
  ],
  'dropped before acting': (writer) => broken(writer, { kind: 'drop' }),
  'dropped after acting': (writer) => broken(writer, { kind: 'lose' }),
  '429 with seconds': (writer) =>
    broken(writer, { kind: 'status', status: 429, retryAfter: writer.between(0, 3) }),
  '429 with a date': (writer) => [
    { does: 'answer 429 with a date', seconds: writer.between(-5, 30) },
    writer.calls(),
    writer.pause(),
    ...asleep(writer),
  ],
  '500': (writer) => broken(writer, { kind: 'status', status: 500 }),
  '503': (writer) =>
    broken(writer, { kind: 'status', status: 503, ...(writer.isLikely(0.3) && { retryAfter: 1 }) }),
  'token expired': (writer) => [
    { does: 'give tokens', mode: writer.oneOf(['right', 'short']) },
    writer.calls(),
    writer.pause(),
    { does: 'sleep', milliseconds: 4_000_000, who: writer.oneOf(['everyone', 'the service']) },
    writer.calls(),
  ],
  "another user's token": (writer) => tokenless(writer, "another user's"),
  'no token': (writer) => tokenless(writer, writer.oneOf(['none', 'failing'])),
  reload: (writer) => ended(writer, 'reload'),
  'tab closed': (writer) => ended(writer, 'close'),
  'page killed': (writer) => ended(writer, 'kill'),
  'browser killed': (writer) => [
    ...(writer.isLikely(0.5) ? [writer.slow()] : []),
    writer.calls(),
    writer.pause(),
    { does: 'kill the browser' },
  ],
  'several tabs': (writer) => [
    { does: 'open' },
    ...(writer.isLikely(0.5) ? [{ does: 'open' } as const] : []),
    writer.callsInEveryTab(),
    ...(writer.isLikely(0.5) ? [writer.slow(), writer.calls(writer.oneOf(['close', 'kill', 'reload']))] : []),
    writer.callsInEveryTab(),
  ],
  'page hidden': (writer) => [
    ...(writer.isLikely(0.5) ? [writer.slow()] : []),
    writer.calls(),
    { does: 'hide', tab: 0 },
    writer.pause(),
    ...(writer.isLikely(0.5) ? [writer.calls()] : []),
    { does: 'show', tab: 0 },
  ],
  'no Web Locks': (writer) => [writer.slow(), { does: 'open' }, writer.callsInEveryTab(), writer.pause()],
  'storage wedged': (writer) => [
    writer.callsInWedgedPage(writer.isLikely(0.4) ? writer.oneOf(['close', 'kill']) : undefined),
  ],
  'connection closed': ({ calls, between }) => [
    calls(),
    { does: 'lose the connection', tab: between(0, 2) },
    calls(),
  ],
  'storage stalls': ({ calls, between, pause }) => [{ does: 'stall', tab: between(0, 2) }, pause(), calls()],
  'relay killed': (writer) => struck(writer, 'relay', 'kill'),
  'worker killed': (writer) => struck(writer, 'worker', 'kill'),
  'Redis killed': (writer) => struck(writer, 'redis', 'kill'),
  'worker frozen': (writer) => struck(writer, 'worker', 'freeze'),
  'Redis frozen': (writer) => struck(writer, 'redis', 'freeze'),
  'relay killed amid a batch': (writer) => [
    strike('redis', 'freeze'),
    ...[writer.calls(), { does: 'flush', tab: 0 } as const, writer.pause()],
    ...[strike('relay', 'kill', 0), strike('relay', 'kill', 1), strike('redis', 'thaw')],
    ...(writer.isLikely(0.5) ? [writer.calls()] : []),
    ...[strike('relay', 'start', 1), writer.calls(), strike('relay', 'start', 0)],
  ],
  'answers of relays lost': (writer) => [
    { does: 'lose answers', times: writer.between(1, 4) },
    ...[writer.calls(), writer.pause(), { does: 'flush', tab: 0 } as const, writer.calls()],
  ],
};

/** Something happens to a server while calls are on their way, and more come until it is well again. */
function struck(writer: Writer, whom: Strike['whom'], how: 'kill' | 'freeze'): Step[] {
  const { slow, calls, pause, isLikely, between } = writer;
  const which = whom === 'redis' ? 0 : between(0, 1);
  return [
    ...(isLikely(0.7) ? [slow()] : []),
    ...[calls(), pause(), strike(whom, how, which), calls()],
    ...[{ does: 'flush', tab: 0 } as const, pause()],
    // Longer than Redis may take, and than a worker keeps its parts.
    ...(isLikely(0.5) ? [{ does: 'wait', milliseconds: 1_700 } as const, calls()] : []),
    strike(whom, how === 'kill' ? 'start' : 'thaw', which),
    calls(),
  ];
}

function strike(whom: Strike['whom'], how: Strike['how'], which = 0): Step {
  return { does: 'strike', whom, how, which };
}

function broken(writer: Writer, fault: Fault): Step[] {
  return [
    { does: 'break', fault: { ...fault, times: writer.between(1, 4) } },
    writer.calls(),
    writer.pause(),
    { does: 'flush', tab: 0 },
    ...(writer.isLikely(0.5) ? asleep(writer) : []),
  ];
}

function tokenless(writer: Writer, mode: TokenMode): Step[] {
  return [
    { does: 'sleep', milliseconds: 4_000_000, who: 'everyone' },
    { does: 'give tokens', mode },
    writer.calls(),
    writer.pause(),
    { does: 'flush', tab: 0 },
    writer.calls(),
    { does: 'give tokens', mode: 'right' },
  ];
}

function ended(writer: Writer, end: End): Step[] {
  return [
    ...(writer.isLikely(0.6) ? [writer.slow()] : []),
    writer.calls(),
    ...(writer.isLikely(0.5) ? [writer.pause()] : []),
    writer.isLikely(0.5) ? writer.calls(end) : { does: end, tab: 0 },
  ];
}

function asleep(writer: Writer): Step[] {
  return [{ does: 'sleep', milliseconds: writer.between(1, 40) * 1_000, who: 'everyone' }, writer.calls()];
}
