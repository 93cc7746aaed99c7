import type { EmbeddedMessage, PlacementId } from '../api/models/embedded.js';
import { isPage, pageReady, siteName } from '../browser/page.js';
import { keepDevice } from '../host/device.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { keepFresh } from '../host/feed.js';
import { must } from '../lib/must.js';
import type { Display, DisplayOptions } from './display/display.js';
import { fillPlacements } from './elements/placement-element.js';
import { placementIdOf } from './message.js';
import { createMessages } from './messages.js';
import { createMessageEvents } from './message-events.js';

/** How embedded messages are fetched, shown and counted. */
export interface EmbeddedOptions extends DisplayOptions {
  /** Placements to ask for, besides those of the elements on the page and those that are watched. Default: none. */
  placements?: readonly PlacementId[];
  /** After how long away the page asks for messages again, in milliseconds. Default: 5 minutes. */
  refreshAfter?: number;
  /** The name of the site, as the service knows it. Default: the host name. */
  packageName?: string;
  /** What the service calls the placements it is asked for. Default: `placementId`. */
  placementQuery?: 'placementId' | 'placementIds';
}

/** The visitor's embedded messages. */
export interface Embedded {
  /** Those of a placement, the highest first. From the first time on, the service is asked for it. */
  messages(placementId: PlacementId): EmbeddedMessage[];
  /** Calls `listener` now and when the messages of a placement have changed; returns the function that stops it. */
  watch(placementId: PlacementId, listener: (messages: EmbeddedMessage[]) => void): () => void;
  /** Tells the service of a click on a message, or on one of its buttons, and does what that asks for. */
  click(message: EmbeddedMessage, buttonId?: string): Promise<void>;
  /** Counts a message while an element of your own, which shows it, is in view; returns the function that stops it. */
  visible(message: EmbeddedMessage, element: Element): () => void;
  /** Asks the service for the messages of all placements on the page. */
  refresh(): Promise<void>;
  /** Ends the session, empties the elements, and stops. */
  close(): void;
}

/**
 * Shows the visitor's embedded messages in each `<tidings-placement>` of the page. Called again for the same client, it
 * gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const embedded = startEmbedded(client, { onAction: (name) => console.log(name) });
 * ```
 */
export function startEmbedded(client: Attachable, options: EmbeddedOptions = {}): Embedded {
  return startOnce(client, 'embedded', options, start);
}

function start(host: Host, options: EmbeddedOptions): Embedded {
  const { messages, load, close, now } = assemble(host, options);
  const stops = isPage()
    ? [
        fillPlacements({ messages, load, report: host.report }, host.project),
        keepFresh({ host, messages, refreshAfter: options.refreshAfter, now }),
      ]
    : [];
  options.placements?.forEach((id) => messages.of(checked(id)));

  return {
    messages: (id) => [...messages.of(checked(id))],
    watch(id, listener) {
      const placementId = checked(id);
      const hear = () => listener([...messages.of(placementId)]);
      const stop = messages.onChange(hear);
      hear();
      return stop;
    },
    click: async (message, buttonId) => (await load()).click(message, buttonId),
    visible(message, element) {
      const watched = load().then((display) => display.watch(message, element));
      watched.catch(host.report);
      return () => void watched.then((stop) => stop(), ignore);
    },
    refresh: messages.refresh,
    close() {
      [close, ...stops, messages.close].forEach((stop) => stop());
    },
  };
}

/** Makes the parts of embedded messages, of which what a page with messages needs is loaded. */
function assemble(host: Host, options: EmbeddedOptions) {
  const { packageName = isPage() ? siteName() : '', placementQuery = 'placementId' } = options;
  const now = Date.now;
  const deviceOf = keepDevice(host, packageName);
  const tell = (user = host.user) => createMessageEvents(host, deviceOf(), user);
  const messages = createMessages({
    host,
    queryFor: (ids) => ({ [placementQuery]: ids, platform: 'Web', packageName }),
    ready: pageReady(),
    prepare: deviceOf,
    onNew(fresh, user) {
      const { received } = tell(user);
      fresh.forEach((message) => void received(message));
    },
    now,
  });
  let loading: Promise<Display> | undefined;
  let display: Display | undefined;
  let isClosed = false;

  async function begin() {
    const { createDisplay } = await import('./display/display.js');
    display = createDisplay({ host, options, tell, isTheirs: messages.has, now });
    if (isClosed) display.close();
    return display;
  }
  function load() {
    loading ??= begin();
    // It may come another time.
    loading.catch(() => (loading = undefined));
    return loading;
  }
  function close() {
    isClosed = true;
    display?.close();
  }
  return { messages, load, close, now };
}

/** The id of a placement, as the page gives it. */
function checked(id: PlacementId): string {
  const known = placementIdOf(id);
  must(known !== undefined, '`placementId` must be a whole number');
  return known;
}

/** What fails is told by whoever began it. */
const ignore = () => undefined;
