import type { Device } from '../../api/models/device.js';
import type { InAppMessage } from '../../api/models/in-app.js';
import type { UserRef } from '../../api/models/user.js';
import { hasActed } from '../../browser/has-acted.js';
import { inView } from '../../browser/in-view.js';
import type { Done, Host } from '../../host/host.js';
import type { Mark } from '../keeping/kept-messages.js';
import { isFlawed, isShowable, type KeptMessage } from '../message.js';
import { createMessageEvents, type MessageEvents } from '../message-events.js';
import type { Messages } from '../keeping/messages.js';
import type * as Native from '../native/native.js';
import type * as Showings from '../showing/showing.js';
import type { ShowOptions } from '../showing/show-options.js';
import type { CandidatesOptions } from './candidates.js';
import { createPresenter, type Presenter } from './presenter.js';
import { ruleOf } from './rule.js';
import type { Show } from './stage.js';
import { createTriggers } from './triggers.js';

/** How often it is looked whether one that waits to be seen may still come, in milliseconds. */
const GLANCE = 200;

/** What of a page's options says how messages are presented. */
export interface PresentingOptions extends ShowOptions, Pick<CandidatesOptions, 'beforeShow'> {
  /** How long after one message the next may come by itself, in milliseconds. Default: 30 seconds. */
  interval?: number;
  /** Gets each message that has nothing to show but its `customPayload`, once on this device. */
  onMessage?: (message: InAppMessage) => void;
}

/** What messages are presented with. */
export interface PresentingParts {
  host: Host;
  options: PresentingOptions;
  messages: Messages;
  /** Gets what the service is told of this device. */
  deviceOf: () => Promise<Device>;
  /** What the page has recorded since it was opened, the latest last. */
  done: readonly Done[];
  /** When the page was opened, in milliseconds since the epoch. */
  openedAt: () => number;
  isPaused: () => boolean;
  /** Hears that it was looked what is due. */
  onLooked: () => void;
  /** Loads what lays messages out, and what some of them need besides. */
  getShowing: (messages: InAppMessage[]) => Promise<[typeof Showings, false | typeof Native]>;
  now: () => number;
}

/** What a page needs once it has a message: what shows it, and what tells the service of it. */
export interface Presenting extends Presenter {
  /** Tells the service of a user's messages. Default: of the current one's. */
  tell(user?: UserRef): MessageEvents;
  /** Does what messages call for that are new to this device. */
  welcome(messages: readonly InAppMessage[], user: UserRef): void;
}

/** Makes what presents messages, and begins to. */
export function createPresenting(parts: PresentingParts): Presenting {
  const { host, options, messages, deviceOf, getShowing, now } = parts;
  const { interval = 30_000, beforeShow, onMessage } = options;
  const tell = (user = host.user) => createMessageEvents(host, deviceOf, user);
  const triggers = createTriggers(parts);
  const load = async (): Promise<Show> => {
    const [{ createShowing }, native] = await getShowing(messages.all());
    return (message, place, isAskedFor, onSeen) => {
      let isSeen = isAskedFor;
      const events = tell();
      const one = createShowing(message, place, {
        ...{ ...showing, isAskedFor, events, typedAt: hasActed() ? now() : 0 },
        async onShown(element) {
          await inView(element);
          isSeen = true;
          onSeen();
          if (!isAskedFor) triggers.take(message);
          return onShown(message, place, events);
        },
        ...(native && native.addTo(message, options)),
      });
      // Not one that failed, or that the page took away: it would be so again.
      void one.ended.then((by) => by === 'api' && !isSeen && presenter.putBack(message));
      const isDue = () => presenter.holds(message);
      return untilSeen(one, () => isSeen, isDue);
    };
  };

  const mark = ({ messageId }: InAppMessage, what: Mark) => messages.mark(messageId, what).catch(host.report);
  async function onShown(message: KeptMessage, place: string, events: MessageEvents) {
    const isGone = !message.saveToInbox;
    // First, since what is not remembered is shown, and told, again on the next page.
    const isFirst = await mark(message, { isRead: true, isGone });
    // Another page has shown it while this one was left, and tells of it.
    if (isFirst === false && !message.read) return false;
    if (!message.wasRead) void events.opened(message, place);
    if (isGone) void events.consumed(message, place);
    return true;
  }
  const showing = {
    ...{ host, options, now },
    onDeleted: (message: InAppMessage) => void mark(message, { isGone: true }),
  };
  const presenter = createPresenter({ ...parts, triggers, interval, beforeShow, load });

  function welcome(message: InAppMessage, user: UserRef) {
    void tell(user).delivered(message);
    if (isFlawed(message)) host.report(new Error('A message is left out: it has no html'));
    if (!ruleOf(message)) host.report(new Error('A message is left out: its `show` rule cannot be read'));
    try {
      if (message.jsonOnly && !isShowable(message)) onMessage?.(message);
    } catch (error) {
      host.report(error);
    }
  }
  const onConsent = () => host.isAllowed || triggers.forget();
  const stops = [host.on('recorded', presenter.look), host.on('consent', onConsent)];

  return {
    ...presenter,
    tell,
    welcome: (fresh, user) => fresh.forEach((message) => welcome(message, user)),
    stop: () => [...stops, presenter.stop].forEach((stop) => stop()),
  };
}

/** Closes a message that may not come any more before it is seen, for which it may wait for long. */
function untilSeen(
  { show, close, ended }: Showings.Showing,
  isSeen: () => boolean,
  isDue: () => boolean,
): Showings.Showing {
  return {
    ...{ close, ended },
    show() {
      show();
      const timer = setInterval(() => {
        if (isSeen()) clearInterval(timer);
        else if (!isDue()) close('api');
      }, GLANCE);
      void ended.then(() => clearInterval(timer));
    },
  };
}
