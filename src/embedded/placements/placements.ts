import type { EmbeddedMessage, PlacementId } from '../../api/models/embedded.js';
import { isPage, pageReady, siteName } from '../../browser/page.js';
import { keepDevice } from '../../host/device.js';
import { keepFresh, type FreshOptions } from '../../host/feed.js';
import type { Host } from '../../host/host.js';
import { createDisplay, type DisplayOptions } from '../display/display.js';
import { keepContent } from '../display/placement-content.js';
import type { PlacementContent, PlacementElement, Room } from '../elements/placement.js';
import { createMessageEvents } from './message-events.js';
import { createMessages } from './messages.js';

/** How embedded messages are fetched, shown and counted. */
export interface EmbeddedOptions extends DisplayOptions, FreshOptions {
  /** Placements to ask for, besides those of the elements on the page and those that are watched. Default: none. */
  placements?: readonly PlacementId[];
  /** The name of the site, as the service knows it. Default: the host name. */
  packageName?: string;
  /** What the service calls the placements it is asked for. Default: `placementId`. */
  placementQuery?: 'placementId' | 'placementIds';
}

/** All that a page needs once it has placements, and somebody to show messages to. */
export interface Placements {
  /** The messages of a placement that are known. From the first time on, the service is asked for it. */
  messages(placementId: string): EmbeddedMessage[];
  watch(placementId: string, listener: (messages: EmbeddedMessage[]) => void): () => void;
  /** Shows in an element what it asks for. */
  show(element: PlacementElement, room: Room): PlacementContent;
  click(message: EmbeddedMessage, buttonId?: string): Promise<void>;
  visible(message: EmbeddedMessage, element: Element): () => void;
  refresh(): Promise<void>;
  close(): void;
}

/** Gets the messages of a page's placements, keeps them fresh, shows and counts them. */
export function createPlacements(host: Host, options: EmbeddedOptions, now: () => number): Placements {
  const { packageName = isPage() ? siteName() : '', placementQuery = 'placementId' } = options;
  const [deviceOf, stop] = keepDevice(host, packageName);
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
  const display = createDisplay({ host, options, tell, isTheirs: messages.has, now });
  const parts = { messages, list: display.list, report: host.report };
  const stops = [display.close, keepFresh({ ...options, host, messages, now }), messages.close, stop];
  const asked = new Set<string>();

  return {
    messages(id) {
      if (!asked.has(id)) messages.hold(id);
      asked.add(id);
      return [...messages.of(id)];
    },
    watch(id, listener) {
      const hear = () => listener([...messages.of(id)]);
      const stops = [messages.hold(id), messages.onChange(hear)];
      hear();
      return () => stops.forEach((stop) => stop());
    },
    show: (element, room) => keepContent(element, room, parts),
    click: display.click,
    visible: display.watch,
    refresh: messages.refresh,
    close: () => stops.forEach((stop) => stop()),
  };
}
