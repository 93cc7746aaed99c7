import type { InAppMessage } from '../../api/models/in-app.js';
import { onAddressChanged, pageAddress } from '../../browser/navigation.js';
import type { Host } from '../../host/host.js';
import { createAlarm } from '../../lib/alarm.js';
import { followLink } from './follow-link.js';
import { createFrame, type Heard } from './frame.js';
import { linkOf, type Link } from '../../host/links.js';
import { htmlOf, isAlive, timeOf, titleOf } from '../message.js';
import { appearanceOf, type Appearance } from './appearance.js';
import type { ShowOptions } from './show-options.js';
import { createSurface } from './surface.js';
import type { CloseAction, MessageEvents } from '../message-events.js';
import { textsOf } from '../texts.js';

/** A message on the page. */
export interface Showing {
  /** Resolves once it is closed. */
  readonly ended: Promise<void>;
  close(by: CloseAction, url?: string): void;
}

/** What a showing needs. */
export interface ShowingParts {
  host: Host;
  events: MessageEvents;
  options: ShowOptions;
  /** Hears that the message is visible. Gives whether it may stay: another page may have shown it while this one was left. */
  onShown: (message: InAppMessage, place: string, events: MessageEvents) => Promise<boolean>;
  /** Hears that the visitor has deleted it. */
  onDeleted: (message: InAppMessage) => void;
  now: () => number;
}

/** How long a message waits for its pictures, in milliseconds. */
const PATIENCE = 2_000;
/** How far a finger pushes a message away, in CSS pixels. */
const PUSH = 40;

/** Lays a message out over the page, and shows it once its pictures are there or have taken too long. */
export function createShowing(message: InAppMessage, place: string, parts: ShowingParts): Showing {
  const { host, events, options, onShown, now } = parts;
  const appearance = appearanceOf(message);
  let title = titleOf(message);
  let links: Link[] = [];
  let isShown = false;
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const texts = textsOf(options.texts);
  // Much may be said while the page is busy with closing it.
  const say = (said: Heard) => end && hear(said);
  const frame = createFrame({ html: htmlOf(message) ?? '', nonce: options.cspNonce, say });
  const surface = createSurface({ ...options, texts, appearance, frame: frame.element, onClose: close });
  const stops = endings({ message, close, show, closeOnNavigation: options.closeOnNavigation, now });

  function hear(said: Heard) {
    if (said.is === 'built') {
      title = said.title || title;
      links = linksOf(said.hrefs, options);
      frame.link(links);
    } else if (said.is === 'height') surface.fit(said.count || 1);
    else if (said.is === 'lost') host.report(said.why);
    else if (said.is === 'loaded') show();
    else if (said.is === 'click') void followLink(links[said.count], { ...parts, message, place, close });
    else if (said.is === 'escape') close('escape');
    else if (said.is === 'swipe' && isPushedAway(appearance, said.count)) close('swipe');
  }

  function show() {
    if (isShown || !end) return;
    isShown = true;
    surface.show(title);
    // Of one that may not stay, there is nothing to tell here.
    void onShown(message, place, events).then((mayStay) => {
      isShown = mayStay;
      if (!mayStay) close('api');
    });
  }

  function close(by: CloseAction, url?: string) {
    if (!end) return;
    end();
    end = undefined;
    stops.forEach((stop) => stop());
    surface.close();
    if (isShown) void events.closed(message, place, by, url);
  }

  return { ended, close };
}

/** What may end a message's wait, or the message. */
interface Endings {
  message: InAppMessage;
  show: () => void;
  close: (by: CloseAction) => void;
  closeOnNavigation: boolean | undefined;
  now: () => number;
}

/** Shows and closes when their time has come. Gives the functions that stop that. */
function endings({ message, show, close, closeOnNavigation, now }: Endings): (() => void)[] {
  const patience = createAlarm(show, now);
  const end = timeOf(message.expiresAt) || Infinity;
  // A timer may go off a little early, and cannot measure more than 25 days.
  const expire = () => (isAlive(message, now()) ? expiry.set(end) : close('timeout'));
  const expiry = createAlarm(expire, now);
  patience.set(now() + PATIENCE);
  expiry.set(end);
  const stop = closeOnNavigation ? onAddressChanged(() => close('api')) : () => undefined;
  return [patience.clear, expiry.clear, stop];
}

/** Whether a finger has pushed the message out over the edge it stands at. */
function isPushedAway({ isModal, position }: Appearance, swipe: number): boolean {
  return !isModal && (position.startsWith('Top') ? -swipe : swipe) > PUSH;
}

function linksOf(hrefs: [href: string, target: string | null][], options: ShowOptions): Link[] {
  const { handleLinks = 'page', schemes = ['tidings'] } = options;
  const rules = { base: pageAddress(), handleLinks, schemes };
  return hrefs.map(([href, target]) => linkOf(href, target, rules));
}
