import type { AskOptions, Endpoint } from '../api/endpoint.js';
import { NetworkError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { ignore } from '../lib/ignore.js';
import { randomId } from '../lib/random-id.js';
import { pause } from '../lib/wait.js';
import { createPageLeft, type PageLeft } from '../browser/page-left.js';
import { databaseNames } from '../browser/store.js';
import type { CredentialsOptions } from '../identity/credentials.js';
import type { Consent } from '../identity/visitor.js';
import type { TrackedEvent } from '../events/event.js';
import type { Drop } from '../events/outbox/ledger.js';
import { createOutbox, type Outbox } from '../events/outbox/outbox.js';
import type { Relaying } from '../relaying.js';
import { createSpeaking, type SpeakingOptions } from '../speaking.js';
import { createDevice, type Device } from './device.js';

/** How long a worker takes up new rows, in milliseconds: browsers let an event last for three minutes. */
const TIME = 120_000;
/** How long it waits for the answers to what is on its way by then, in milliseconds: a token and a call take ten seconds each. */
const GRACE = 30_000;

/** What a service worker delivers, and whom it tells. */
export interface BackgroundOptions
  extends
    Pick<SpeakingOptions, 'apiKey' | 'baseUrl' | 'name' | 'uncertain'>,
    Pick<CredentialsOptions, 'getToken' | 'tokenHeader'>,
    Partial<Relaying> {
  /** What holds where the visitor has not been asked. */
  consent: Consent;
  /** Speaks to the service. */
  endpoint: Endpoint;
  beforeSend: (event: TrackedEvent) => TrackedEvent;
  onDelivered: (event: TrackedEvent) => void;
  onDropped: (drop: Drop) => void;
  /** Whether the visitor sees a page of the site, which has heard of the network by itself. */
  isSeen: () => Promise<boolean>;
}

/** Pages keep to the limits of the outbox, which a site may have set: a service worker drops nothing for them. */
const UNLIMITED = { events: Infinity, bytes: Infinity, age: Infinity, anonymous: Infinity };

/** How long it waits at least before it tries again, in milliseconds. */
const REST = 1_000;

/**
 * Delivers what waits, as a page does when it is its turn, and waits for pauses that end in time. Rejects when there is
 * something to come back for.
 */
export async function deliverOnce(options: BackgroundOptions): Promise<void> {
  const { name, consent } = options;
  // To open one that is not there would make it.
  if (!(await databaseNames(name)).includes(name)) return;
  const left = createPageLeft();
  const device = createDevice({ name, consent, left });
  // Says who the visitor is.
  await device.store(() => undefined);
  if (!device.visitor.agrees) return;
  const delivery = createTurn(options, { ...device, left });
  const isOver = new AbortController();
  const timer = setTimeout(() => {
    isOver.abort();
    // What is on its way goes on: a call that a worker makes ends with its answer.
    delivery.stop();
  }, TIME);
  const onTimeout = () => new NetworkError('Not all was delivered in the time that a service worker has');
  try {
    await within({ timeout: TIME + GRACE, onTimeout }, () => delivery.flush(isOver.signal));
    if (isOver.signal.aborted) throw onTimeout();
  } finally {
    clearTimeout(timer);
    // Nothing begins once the browser may end the worker.
    delivery.stop();
  }
}

/** Makes what delivers, of the parts that a page has. */
function createTurn(options: BackgroundOptions, { store, visitor, left }: Device & { left: PageLeft }) {
  const now = Date.now;
  const told = { onTrouble: ignore, wakeWorker: ignore };
  const base = { ...options, ...told, now, random: Math.random, page: randomId(), left };
  const lastWords = { keep: () => false, forget: ignore };
  const outbox = createOutbox({ ...base, store, visitor, lastWords, limits: UNLIMITED });
  let isFirst = true;
  async function hurry() {
    // A page that is seen has heard of the network by itself, and a pause since then has a reason.
    if (isFirst && !(await options.isSeen())) await outbox.hurry();
    isFirst = false;
  }
  const parts = { ...options, visitor, outbox: { ...counting(outbox), hurry } };
  const { flush, stop } = createSpeaking(base, parts, endingHere(options.endpoint));

  return {
    stop,
    async flush(isOver: AbortSignal): Promise<void> {
      const end = now() + TIME;
      for (;;) {
        try {
          await flush(isOver);
          return;
        } catch (trouble) {
          const { failures, pausedUntil } = await outbox.count();
          // The browser comes back later than that.
          if (!failures || pausedUntil > end) throw trouble;
          await pause(Math.max(REST, pausedUntil - now()), isOver);
        }
      }
    },
  };
}

/** A call that a worker makes ends with its answer: it need not outlive anybody. */
function endingHere(endpoint: Endpoint): Endpoint {
  return (route, ways) => {
    const ask = endpoint<never, never>(route, ways);
    return ((input: never, options: AskOptions) => ask(input, { ...options, keepalive: false })) as never;
  };
}

/** Lets it be counted apart what is delivered. */
function counting(outbox: Outbox): Outbox {
  return {
    ...outbox,
    change: (work) =>
      outbox.change(async (ledger) => {
        const { tally } = ledger;
        const before = tally.delivered;
        const result = await work(ledger);
        tally.deliveredInBackground = (tally.deliveredInBackground ?? 0) + tally.delivered - before;
        return result;
      }),
  };
}
