import { OptionError } from './errors.js';
import { errorOf } from './lib/error-of.js';
import { randomId } from './lib/random-id.js';
import { withFailuresTold } from './lib/with-failures-told.js';
import type { CommerceItem } from './api/models/commerce.js';
import { projectName, serviceOf } from './api/service.js';
import type { SubscriptionsChange, UserRef } from './api/models/user.js';
import { backgroundSync } from './browser/background-sync.js';
import { createLastWords } from './browser/last-words.js';
import { isFirstCopy } from './browser/first-copy.js';
import { isPage, onPageLeft, wantsPrivacy } from './browser/page.js';
import { createPageLeft } from './browser/page-left.js';
import { memoryStore, openStore, type Store } from './browser/store.js';
import { isNoToken } from './identity/no-token.js';
import { createVisitor, type Consent } from './identity/visitor.js';
import type { TrackedEvent } from './events/event.js';
import type { Attachable } from './host/attachable.js';
import { HOST, type Host, type Hosting } from './host/host.js';
import type { Drop } from './events/outbox/ledger.js';
import type { Row } from './events/outbox/row.js';
import { createIdentification, type IdentifyOptions } from './events/identification.js';
import { createLaterDelivery } from './events/later-delivery.js';
import { createOutbox } from './events/outbox/outbox.js';
import { createPlugins, type Plugin } from './events/plugins.js';
import { createRecorder, type Stats } from './events/recorder.js';
import type { Recording } from './events/recording.js';
import {
  createTracker,
  type Events,
  type EventsOf,
  type NewPurchase,
  type ProfileOptions,
  type Saying,
  type Tracker,
} from './events/tracker.js';
import { createNews, type News } from './telling/news.js';
import type { Told } from './telling/told.js';
import { followPage } from './page-life.js';
import {
  checkedOptions,
  CONSENTS,
  oneOf,
  placed,
  type ClientOptions,
  type PlacedOptions,
} from './options.js';

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
  track<Name extends keyof Own & string>(name: Name, ...saying: Saying<Own[Name]>): Recording;
  /** Records all that is in the cart now. */
  updateCart(items: CommerceItem[]): Promise<void>;
  /** Records what was bought; it empties the cart. */
  purchase(purchase: NewPurchase): Recording;
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
  /** Lets a plugin change events before they are recorded, or sent; returns the function that takes it out. */
  use(plugin: Plugin): () => void;
  /** Tells the console of each step, and why something is not sent or shown, or stops that. It shows who the visitor is. */
  debug(isOn?: boolean): void;
  /** Stops. What waits stays on the device for the next client. */
  close(): void;
}

/** One client for each project, with its parts, so that a page that starts it twice does not do everything twice. */
const clients = new Map<string, ReturnType<typeof start>>();

/**
 * Starts the library on a page. Called again for the same project, it gives the same client, for which what these options
 * name holds from now on. Does nothing where there is no page.
 */
export function createClient<Own extends EventsOf<Own> = Events>(given: ClientOptions): Client<Own> {
  const options = placed(given);
  serviceOf(options); // Says what is wrong with the address and the key.
  // Named after the project, so that another project on the same site cannot deliver its events.
  const name = projectName(options);
  const running = clients.get(name) ?? start(name, options);
  renew(running.parts, options);
  if (isPage()) {
    clients.set(name, running);
    // Each does all that it is asked for, and knows nothing of the other.
    if (!isFirstCopy(clients))
      running.parts.base.onTrouble(
        new OptionError('There is a second copy of Tidings on this page: load it once'),
      );
  }
  return running.client;
}

/** Makes the parts of a client, each from those above it. */
function assemble(name: string, options: PlacedOptions) {
  const news: News<Told> = createNews(() => parts);
  const { emit } = news;
  // For want of a token alone, nothing is wrong.
  const onTrouble = (error: unknown) => isNoToken(error) || emit('error', errorOf(error));
  const onDropped = (drop: Drop) => emit('dropped', drop);
  const view = { page: randomId(), left: createPageLeft(), now: Date.now, random: Math.random };
  const told = { onTrouble, onDropped, wakeWorker: backgroundSync(name) };
  const base = { ...checkedOptions(options), ...view, ...told, name, isClosed: false };
  const device = openStore<Row>(name, base.left, onTrouble, () => outbox.bide());
  const visitor = createVisitor({
    ...base,
    open: (other) => (other === name ? device : openStore(other, base.left, onTrouble)),
    // There is nobody to ask during server rendering.
    isPrivate: !isPage() || (base.respectPrivacySignals && wantsPrivacy()),
    onChange: (what) => emit(what, visitor[what]),
  });
  const plugins = createPlugins(base, onTrouble);
  const memory = memoryStore<Row>();
  const words = createLastWords<Row>(name, base.left);
  const lastWords = {
    ...words,
    keep: (rows: Row[], isBusy?: boolean) => visitor.agrees && words.keep(rows, isBusy),
  };
  const heard = words.heardBy(device, visitor.settle, () => base.isClosed);
  // Without consent, what is on the device is neither read nor written.
  const store: Store<Row> = async (work) => {
    await visitor.meet();
    return visitor.agrees ? heard((table) => (visitor.agrees ? work(table) : memory(work))) : memory(work);
  };
  const outbox = createOutbox({ ...base, store, lastWords, visitor });
  const onDelivered = (event: TrackedEvent) => emit('delivered', event);
  const delivery = createLaterDelivery({
    ...{ ...told, name, outbox, visitor },
    async load() {
      const { createSpeaking } = await import('./speaking.js');
      const relaying = base.relay && (await import('./relaying.js'));
      return createSpeaking(base, { ...plugins, ...relaying, visitor, outbox, onDelivered });
    },
  });
  const recorder = createRecorder({
    ...base,
    ...{ base, outbox, visitor, memory },
    onRecorded(event) {
      emit('recorded', event);
      delivery.add();
    },
  });
  const parts = {
    ...news,
    ...{ base, store, visitor, outbox, delivery, recorder, plugins },
    // Firefox breaks off what runs as it ends the page's process, once: one of two writes down what there is.
    stops: [visitor.close, onPageLeft(outbox.leave), delivery.stop, base.left.close],
  };
  return parts;
}

type Parts = ReturnType<typeof assemble>;

/** Lets what these options name hold from now on, but for what says how a client begins. */
function renew({ base, watch, tell }: Parts, options: Partial<PlacedOptions>): void {
  const { limits, ...others } = checkedOptions({ ...base, ...options });
  Object.assign(base, others);
  Object.assign(base.limits, limits);
  if (!base.debug) return;
  watch();
  tell('debug is on');
}

function start(name: string, options: PlacedOptions): { client: Client; parts: Parts } {
  const parts = assemble(name, options);
  const { base, on, visitor, recorder, delivery, plugins, stops } = parts;
  let lastId: string;
  const onBegun = (id: string) => void (lastId = id);
  const tracker = createTracker({ ...base, ...parts, ...plugins, ...recorder, onBegun });
  if (isPage()) stops.push(...followPage(parts));

  const { message, ...track } = tracker;

  const own = {
    ...track,
    [HOST]: createHost(parts, message, track),
    ...createIdentification({ ...parts, tracker }),
    on,
    get user() {
      return visitor.user;
    },
    consent: (state?: Consent) =>
      state ? visitor.agree(oneOf('consent', state, CONSENTS)).then(recorder.obey) : visitor.consent,
    flush: async ({ timeout }: { timeout?: number } = {}) => delivery.flush(timeout),
    stats: recorder.stats,
    use: plugins.use,
    debug: (isOn = true) => renew(parts, { debug: isOn }),
    close() {
      if (clients.get(name)?.client === client) clients.delete(name);
      base.debug = false;
      base.isClosed = true;
      stops.forEach((stop) => stop());
    },
  };
  const client = withFailuresTold(own, base.onTrouble, (promise) => {
    const id = lastId;
    let delivered: Promise<void> | undefined;
    void Object.defineProperty(promise, 'delivered', {
      get: () => (delivered ??= parts.follow(id, promise)),
    });
  }) satisfies Hosting as unknown as Client;
  return { client, parts };
}

/** Makes what features are attached to. */
function createHost(parts: Parts, track: Host['track'], by: Omit<Tracker, 'message'>): Host {
  const { base, visitor, outbox, delivery, stops, tell } = parts;
  return {
    ...{ ...parts, name: base.name, project: base.project ?? base.apiKey, report: base.onTrouble, track },
    features: new Map(),
    record: (fields, event) => (event ? by.track(event, fields) : by.updateUser(fields)),
    ...{ callAs: delivery.callAs, expectCall: delivery.expectCall, flush: delivery.flush },
    ...{ deliver: delivery.soon, say: visitor.say },
    adopt: (from, user) => outbox.adopt(from, [{ user }]),
    onClose: (stop) => void stops.push(stop),
    note(what) {
      if (base.debug) tell(what);
    },
    get isAllowed() {
      return visitor.agrees;
    },
    get user() {
      return visitor.agrees ? visitor.user : undefined;
    },
  };
}
