import type { AskOptions, Endpoint } from '../api/endpoint.js';
import { NetworkError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { randomId } from '../lib/random-id.js';
import { createPageLeft } from '../browser/page-left.js';
import { databaseNames } from '../browser/store.js';
import type { CredentialsOptions } from '../identity/credentials.js';
import type { Consent } from '../identity/visitor.js';
import type { TrackedEvent } from '../events/event.js';
import type { Drop } from '../events/outbox/ledger.js';
import { createOutbox, type Outbox } from '../events/outbox/outbox.js';
import { createSpeaking, type SpeakingOptions } from '../speaking.js';
import { createDevice } from './device.js';

/** How long a worker takes up new rows, in milliseconds: browsers let an event last for three minutes. */
const TIME = 120_000;
/** How long it waits for the answers to what is on its way by then, in milliseconds: a token and a call take ten seconds each. */
const GRACE = 30_000;

/** What a service worker delivers, and whom it tells. */
export interface BackgroundOptions
  extends
    Pick<SpeakingOptions, 'apiKey' | 'baseUrl' | 'name' | 'uncertain'>,
    Pick<CredentialsOptions, 'getToken' | 'tokenHeader'> {
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

/** Delivers what waits, as a page does when it is its turn. Rejects when there is something to come back for. */
export async function deliverOnce(options: BackgroundOptions): Promise<void> {
  const { name, consent, endpoint, isSeen } = options;
  // To open one that is not there would make it.
  if (!(await databaseNames(name)).includes(name)) return;
  const left = createPageLeft();
  const { store, visitor } = createDevice({ name, consent, left });
  // Says who the visitor is.
  await store(() => undefined);
  if (!visitor.agrees) return;
  const chance = { now: Date.now, random: Math.random };
  const base = { ...options, ...chance, page: randomId(), left, onTrouble: ignore, wakeWorker: ignore };
  const lastWords = { keep: () => false, forget: ignore };
  const outbox = createOutbox({ ...base, store, visitor, lastWords, limits: UNLIMITED });
  // A page that is seen has ended a pause that is over with the network's return, and the next one is its own.
  const hurry = (await isSeen()) ? async () => undefined : outbox.hurry;
  const parts = { ...options, visitor, outbox: { ...counting(outbox), hurry } };
  const speaking = createSpeaking(base, parts, endingHere(endpoint));

  const isOver = new AbortController();
  const timer = setTimeout(() => {
    isOver.abort();
    // What is on its way goes on: a call that a worker makes ends with its answer.
    speaking.stop();
  }, TIME);
  const onTimeout = () => new NetworkError('Not all was delivered in the time that a service worker has');
  try {
    await within({ timeout: TIME + GRACE, onTimeout }, () => speaking.flush(isOver.signal));
    if (isOver.signal.aborted) throw onTimeout();
  } finally {
    clearTimeout(timer);
    // Nothing begins once the browser may end the worker.
    speaking.stop();
  }
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

const ignore = () => undefined;
