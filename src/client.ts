import { OptionError } from './errors.js';
import { createEmitter } from './lib/emitter.js';
import { errorOf } from './lib/error-of.js';
import { randomId } from './lib/random-id.js';
import type { CommerceItem } from './api/models/commerce.js';
import { connect, type Endpoint } from './api/endpoint.js';
import { projectName } from './api/service.js';
import type { SubscriptionsChange, UserRef } from './api/models/user.js';
import { createLastWords } from './browser/last-words.js';
import { isPage, onOnline, onPageHidden, onPageLeft, onPageShown, wantsPrivacy } from './browser/page.js';
import { createPageLeft } from './browser/page-left.js';
import { memoryStore, openStore, type Store } from './browser/store.js';
import { createCredentials, NoToken } from './identity/credentials.js';
import { laneOf } from './identity/user.js';
import { createVisitor, type Consent } from './identity/visitor.js';
import { createDelivery } from './events/delivery/delivery.js';
import type { TrackedEvent } from './events/event.js';
import type { Attachable } from './host/attachable.js';
import { HOST, type Host, type Hosting } from './host/host.js';
import type { Drop } from './events/outbox/ledger.js';
import type { Row } from './events/outbox/row.js';
import { createIdentification, type IdentifyOptions } from './events/identification.js';
import { createOutbox } from './events/outbox/outbox.js';
import { createRecorder, type Stats } from './events/recorder.js';
import { createSender } from './events/delivery/sender.js';
import {
  createTracker,
  type Events,
  type EventsOf,
  type NewPurchase,
  type ProfileOptions,
  type Saying,
} from './events/tracker.js';
import { checkedOptions, CONSENTS, oneOf, type ClientOptions } from './options.js';

/** What a client tells of. */
export interface Told {
  /** This event is safe on this device; without consent yet, in this page. */
  recorded: TrackedEvent;
  /** The service has this event. */
  delivered: TrackedEvent;
  /** This event will never be delivered. */
  dropped: Drop;
  /** Something went wrong. What was recorded is kept, and goes out later. */
  error: Error;
  /** Who the visitor is from now on; `undefined` once nobody knows. */
  user: UserRef | undefined;
  /** What the visitor agreed to. */
  consent: Consent;
}

/** A visitor's identity, and what they do. Nothing that is recorded is lost: it leaves the device with the service's answer. */
export interface Client<Own extends EventsOf<Own> = Events> extends Attachable {
  /** Who the visitor is, on this and the next page, in every tab; `undefined` before `identify`. */
  readonly user: UserRef | undefined;
  /** Says who the visitor is, and what to keep on their profile. What is recorded from now on is theirs. */
  identify(user: UserRef, options?: IdentifyOptions): Promise<void>;
  /** Says that the visitor has logged out. What waits is still delivered under their name. */
  reset(): Promise<void>;
  /**
   * Records something the visitor did. Resolves once it is safe on this device;
   * delivery follows, now or on a later visit.
   *
   * @example
   * ```ts
   * await client.track('trial-started', { plan: 'pro' });
   * ```
   */
  track<Name extends keyof Own & string>(name: Name, ...saying: Saying<Own[Name]>): Promise<void>;
  /** Records all that is in the cart now. */
  updateCart(items: CommerceItem[]): Promise<void>;
  /** Records what was bought; it empties the cart. */
  purchase(purchase: NewPurchase): Promise<void>;
  /** Writes into the visitor's profile. */
  updateUser(dataFields: object, options?: ProfileOptions): Promise<void>;
  /** Sets what the visitor is subscribed to; each list that is given replaces the one before. */
  updateSubscriptions(change: SubscriptionsChange): Promise<void>;
  /** What the visitor agreed to. */
  consent(): Consent;
  /** Says whether the visitor lets what they do be recorded. `denied` empties the device. Resolves once the device has done so. */
  consent(state: Consent): Promise<void>;
  /** Delivers what waits. Rejects when the service cannot take it now; it is tried again later. Default timeout: 10 seconds. */
  flush(options?: { timeout?: number }): Promise<void>;
  stats(): Promise<Stats>;
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Told>(name: Name, listener: (what: Told[Name]) => void): () => void;
  /** Stops. What waits stays on the device for the next client. */
  close(): void;
}

/** One client for each project, so that a page that starts it twice does not do everything twice. */
const clients = new Map<string, { client: Client; options: string }>();

/** Starts the library on a page; with the same options again, gives the same client. Does nothing where there is no page. */
export function createClient<Own extends EventsOf<Own> = Events>(options: ClientOptions): Client<Own> {
  const endpoint = connect(options);
  // Named after the project, so that another project on the same site cannot deliver its events.
  const name = projectName(options);
  const own = JSON.stringify(Object.entries(options).sort());
  const running = clients.get(name);
  if (running && running.options !== own) {
    throw new OptionError('A client with other options is running: `close` it first');
  }
  const client = running?.client ?? start(name, options, endpoint);
  if (isPage()) clients.set(name, { client, options: own });
  return client;
}

/** Makes the parts of a client, each from those above it. */
function assemble(name: string, options: ClientOptions, endpoint: Endpoint) {
  const { on, emit } = createEmitter<Told>(options.debug);
  // For want of a token alone, nothing is wrong.
  const onTrouble = (error: unknown) => error instanceof NoToken || emit('error', errorOf(error));
  const onDropped = (drop: Drop) => emit('dropped', drop);
  const view = { page: randomId(), left: createPageLeft(), now: Date.now, random: Math.random };
  const base = { ...checkedOptions(options), ...view, name, endpoint, onTrouble, onDropped };
  const device = openStore<Row>(name, base.left, onTrouble);
  const visitor = createVisitor({
    ...base,
    open: (other) => (other === name ? device : openStore(other, base.left, onTrouble)),
    // There is nobody to ask during server rendering.
    isPrivate: !isPage() || (base.respectPrivacySignals && wantsPrivacy()),
    onChange: (what) => emit(what, visitor[what]),
  });
  const credentials = createCredentials(base);
  const memory = memoryStore<Row>();
  const words = createLastWords<Row>(name, base.left);
  const lastWords = { ...words, keep: (rows: Row[]) => visitor.agrees && words.keep(rows) };
  // Without consent, what is on the device is neither read nor written.
  const store: Store<Row> = async (work) => {
    await visitor.meet();
    if (visitor.agrees) await words.hear(device, visitor.settle);
    return (visitor.agrees ? device : memory)(work);
  };
  const outbox = createOutbox({ ...base, ...credentials, store, lastWords, visitor });
  const delivery = createDelivery({
    ...base,
    ...credentials,
    visitor,
    outbox,
    send: createSender({ ...base, credentials, visitor }),
    onDelivered: (event) => emit('delivered', event),
  });
  const recorder = createRecorder({
    ...base,
    ...{ outbox, visitor, memory },
    onRecorded(event) {
      emit('recorded', event);
      if (visitor.agrees) delivery.add();
    },
  });
  return { ...base, on, store, visitor, credentials, outbox, delivery, recorder };
}

function start(name: string, options: ClientOptions, endpoint: Endpoint): Client {
  const parts = assemble(name, options, endpoint);
  const { on, visitor, recorder, delivery } = parts;
  const tracker = createTracker({ ...parts, ...recorder });
  const stops = isPage() ? follow(parts) : [];

  async function decide(consent: Consent) {
    await visitor.agree(consent);
    await recorder.obey();
  }

  const { message, ...track } = tracker;

  const own: Hosting & Omit<Client, never> = {
    ...track,
    [HOST]: createHost(parts, message, (stop) => stops.push(stop)),
    ...createIdentification({ ...parts, tracker }),
    on,
    get user() {
      return visitor.user;
    },
    consent: ((state?: Consent) =>
      state ? decide(oneOf('consent', state, CONSENTS)) : visitor.consent) as Client['consent'],
    flush: ({ timeout } = {}) => delivery.flush(timeout),
    stats: recorder.stats,
    close() {
      if (clients.get(name)?.client === client) clients.delete(name);
      [...stops, visitor.close, recorder.close, delivery.stop, parts.left.close].forEach((stop) => stop());
    },
  };
  const client = own as unknown as Client;
  return client;
}

/** Makes what features are attached to. */
function createHost(
  parts: ReturnType<typeof assemble>,
  track: Host['track'],
  onClose: Host['onClose'],
): Host {
  const { name, on, endpoint, onTrouble: report, visitor, credentials, store, delivery, outbox } = parts;
  const { call: callAs } = credentials;
  return {
    ...{ name, on, report, track, store, onClose, endpoint, callAs, flush: delivery.flush },
    get user() {
      return visitor.agrees ? visitor.user : undefined;
    },
    deliver() {
      if (visitor.agrees) delivery.soon();
    },
    async rename(user, next) {
      // The visitor may have logged out in the meantime.
      if (laneOf(visitor.user) === laneOf(user)) await visitor.say(next);
      await outbox.adopt(user, next);
    },
  };
}

/** Does what the page's moments and the visitor's changes call for, beginning with its start. */
function follow({ on, onTrouble, visitor, outbox, recorder, delivery }: ReturnType<typeof assemble>) {
  function goOn() {
    if (visitor.agrees) delivery.soon();
  }
  // What is nobody's is adopted once the device has said who the visitor is.
  const obey = () => void recorder.obey().then(recorder.adopt).then(goOn).catch(onTrouble);
  const tryNow = () => void outbox.hurry().then(goOn).catch(onTrouble);
  obey();
  // Also before they agree: they may have, and a killed browser or the site have forgotten it.
  void visitor.meet().catch(onTrouble);
  return [
    on('consent', obey),
    on('user', () => void recorder.adopt().catch(onTrouble)),
    onOnline(tryNow),
    onPageShown(tryNow),
    onPageHidden(delivery.urgently),
    onPageLeft(delivery.leave),
  ];
}
