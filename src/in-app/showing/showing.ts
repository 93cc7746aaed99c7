import type { InAppMessage } from '../../api/models/in-app.js';
import { onAddressChanged, pageAddress } from '../../browser/navigation.js';
import type { Host } from '../../host/host.js';
import { createAlarm } from '../../lib/alarm.js';
import { ignore } from '../../lib/ignore.js';
import { wait } from '../../lib/wait.js';
import { isVisible } from '../../browser/page.js';
import { followTyping, isCalm, until } from './calm.js';
import { followLink } from './follow-link.js';
import type { Addition } from './addition.js';
import { createFrame, type Heard } from './frame.js';
import { linkOf, type Link } from '../../host/links.js';
import { textIn } from '../../lib/text.js';
import { htmlOf, isAlive, timeOf } from '../message.js';
import { appearanceOf, type Appearance } from './appearance.js';
import type { ShowOptions } from './show-options.js';
import { createSurface } from './surface.js';
import type { CloseAction, MessageEvents } from '../message-events.js';

/** A message on the page. */
export interface Showing {
  /** Resolves once it is closed: to nothing where it has failed, or the page has taken it away. */
  readonly ended: Promise<CloseAction | void>;
  /** Shows it: until then it is but laid out, unseen, and its frame has no message yet. */
  show(): void;
  close(by: CloseAction, url?: string): void;
}

/** What a showing needs. */
export interface ShowingParts extends Partial<Addition> {
  host: Host;
  events: MessageEvents;
  options: ShowOptions;
  /** Whether somebody asks for it now. */
  isAskedFor: boolean;
  /** Hears that the message stands on the page, uncovered. Gives whether it may stay: another page may have shown it while this one was left. */
  onShown: (element: Element) => Promise<boolean>;
  /** Hears that the visitor has deleted it. */
  onDeleted: (message: InAppMessage) => void;
  /** When the visitor may have typed last. Default: now. */
  typedAt?: number;
  now: () => number;
}

/** How long a message waits for its pictures, in milliseconds. */
const PATIENCE = 2_000;
/** How often it is looked whether there is something to see in one: for ten seconds of a page that does not stand still. */
const GLANCES = 50;
/** How tall a message is that cannot say it, in CSS pixels. */
const PLAIN_HEIGHT = 320;
/** How tall one is in which there is nothing, in CSS pixels: around a picture that does not come, there is an edge. */
const EDGE = 9;
/** How far a finger pushes a message away, in CSS pixels. */
const PUSH = 40;

/**
 * Lays a message out over the page, and shows it, when told to, once its pictures are there or have taken too long, and
 * the page has nothing before all else. A modal one waits for a visitor who types, too. One that was asked for and is
 * modal waits for neither.
 */
export function createShowing(message: InAppMessage, place: string, parts: ShowingParts): Showing {
  const { host, events, options, onShown, isAskedFor, submit, now, createView = createFrame } = parts;
  const appearance = appearanceOf(parts.look ?? message);
  let title = textIn(message.inboxMetadata?.title);
  /** None is known before it is built. */
  let links: Link[] | undefined;
  let told: Promise<boolean> | undefined;
  let end: ((by?: CloseAction) => void) | undefined;
  const isOpen = () => end;
  const ended = new Promise<CloseAction | void>((resolve) => (end = resolve));
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  /** What happens in it happens with these. */
  const inside = { ...parts, message, place, close };
  // Much may be said while the page is busy with closing it.
  const say = (said: Heard) => end && hear(said);
  const frame = createView({ ...parts, html: htmlOf(message) ?? '', nonce: options.cspNonce, say, fail });
  const surface = createSurface({ ...options, appearance, frame: frame.element, onClose: close });
  const typing = followTyping(surface.hear, now, parts.typedAt);
  const stops = [...endings(inside), typing.stop];
  let glances = GLANCES;
  // A document without layout, as in tests, has no sizes.
  const isFree = () =>
    links && (frame.element.clientHeight || Infinity) > EDGE
      ? isCalm(isAskedFor, appearance.isModal, typing)
      : !glances-- && fail(new Error('A message is left out: there is nothing to see in it'));

  function hear({ is, count, title: own, hrefs }: Heard) {
    if (is === 'built') {
      title = own || title;
      frame.link((links = linksOf(hrefs, options)));
    } else if (is === 'height') surface.fit(count);
    else if (is === 'lost') {
      host.report(new Error('The page forbids the script of messages: pass `cspNonce` to `startInApp`'));
      surface.fit(PLAIN_HEIGHT);
      arrive();
    } else if (is === 'loaded') arrive();
    else if (is === 'click' || is === 'apart')
      void followLink(links?.[count], { ...inside, isApart: is === 'apart' });
    else if (is === 'submit') void submit?.([own, hrefs, count], frame.element, inside);
    else if (is === 'escape' || (is === 'swipe' && isPushedAway(appearance, count))) close(is);
  }

  async function run() {
    frame.show?.();
    await Promise.race([arrived, wait(PATIENCE)]);
    if (!(await until(isFree, isOpen))) return;
    surface.show(title);
    // What nobody could see was not opened.
    if (!(await until(() => isVisible() && surface.isSeen(), isOpen))) return;
    told = onShown(surface.element);
    if (!(await told)) close('api');
  }

  function close(by?: CloseAction, url?: string) {
    if (!end) return;
    end(by);
    end = undefined;
    stops.forEach((stop) => stop());
    surface.close(by);
    // Of one that may not stay, or could not be kept, there is nothing to tell here.
    void told?.then((isOurs): unknown => isOurs && events.closed(message, place, by ?? 'api', url), ignore);
  }
  function fail(error: unknown) {
    host.report(error);
    close();
  }

  return { ended, show: () => void run().catch(fail), close };
}

/** What may end a message by itself. */
interface Endings extends Pick<ShowingParts, 'options' | 'now'> {
  message: InAppMessage;
  close: (by: CloseAction) => void;
}

/** Closes a message when its time has come. Gives the functions that stop that. */
function endings({ message, close, options, now }: Endings): (() => void)[] {
  const { closeOnNavigation } = options;
  const end = timeOf(message.expiresAt) || Infinity;
  // A timer may go off a little early, and cannot measure more than 25 days.
  const expire = () => (isAlive(message, now()) ? expiry.set(end) : close('timeout'));
  const expiry = createAlarm(expire, now);
  expiry.set(end);
  const part = closeOnNavigation === 'path' ? 'pathname' : 'href';
  return [expiry.clear, closeOnNavigation ? onAddressChanged(() => close('api'), part) : ignore];
}

/** Whether a finger has pushed the message out over the edge it stands at. */
function isPushedAway({ isModal, position }: Appearance, swipe: number): boolean {
  return !isModal && (position.startsWith('Top') ? -swipe : swipe) > PUSH;
}

function linksOf(hrefs: [href: string, target: string | null][], options: ShowOptions): Link[] {
  const { handleLinks = 'page', schemes = ['tidings'] } = options;
  const rules = { base: pageAddress(), handleLinks, schemes };
  return hrefs.map(([href, target]) =>
    // To a place in the message, whose frame goes there by itself.
    href.startsWith('#') ? { does: 'refuse', url: href } : linkOf(href, target, rules),
  );
}
