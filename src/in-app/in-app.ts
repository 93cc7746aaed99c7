import type { InAppMessage } from '../api/models/in-app.js';
import type { UserRef } from '../api/models/user.js';
import { isPage, siteName } from '../browser/page.js';
import { keepDevice } from '../host/device.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { keepFresh } from '../host/feed.js';
import { createInbox, type Inbox } from './inbox/inbox.js';
import { fillInboxes } from './inbox/inbox-element.js';
import type { Mark } from './kept-messages.js';
import { htmlOf, isFlawed } from './message.js';
import { createMessages } from './messages.js';
import { createPresenter } from './presenter.js';
import type { ShowOptions } from './showing/show-options.js';
import { createMessageEvents, type MessageEvents } from './message-events.js';
import { textsOf } from './texts.js';

/** How in-app messages are fetched and shown. */
export interface InAppOptions extends ShowOptions {
  /** How long after one message the next may come by itself, in milliseconds. Default: 30 seconds. */
  interval?: number;
  /** After how long away the page asks for messages again, in milliseconds. Default: 5 minutes. */
  refreshAfter?: number;
  /** How many messages to ask for. Default: 100. */
  count?: number;
  /** The name of the site, as the service knows it. Default: the host name. */
  packageName?: string;
  /** May refuse a message on this page, or delay it with a promise. Default: none is refused. */
  beforeShow?: (message: InAppMessage) => boolean | Promise<boolean>;
  /** Gets each message that has nothing to show but its `customPayload`, once on this device. */
  onMessage?: (message: InAppMessage) => void;
}

/** The visitor's in-app messages. */
export interface InApp {
  readonly inbox: Inbox;
  /** Keeps messages from coming by themselves. */
  pause(): void;
  resume(): void;
  /** Shows a message now, also one that waits for an event. Gives whether there is such a one, with something to show. */
  show(messageId: string): Promise<boolean>;
  /** Asks the service for messages. */
  refresh(): Promise<void>;
  /** Closes what is shown, and stops. */
  close(): void;
}

/**
 * Shows the visitor's in-app messages, one at a time, and keeps their inbox. Called again for the same client, it
 * gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const inApp = startInApp(client, { onAction: (name) => console.log(name) });
 * ```
 */
export function startInApp(client: Attachable, options: InAppOptions = {}): InApp {
  return startOnce(client, 'in-app', (host) => start(host, options));
}

function start(host: Host, options: InAppOptions): InApp {
  const parts = assemble(host, options);
  const { messages, presenter, tell, now } = parts;

  async function show(id: string, place: string): Promise<boolean> {
    const message = messages.find(id);
    if (!message || htmlOf(message) === undefined) return false;
    await presenter.show(message, place);
    return true;
  }

  const inbox = createInbox({ messages, tell, show: (id) => show(id, 'inbox') });
  const stops = isPage()
    ? [
        messages.onChange(presenter.look),
        keepFresh({ ...parts, refreshAfter: options.refreshAfter, onChange: () => presenter.close('api') }),
        fillInboxes({ inbox, texts: textsOf(options.texts), report: host.report, now }),
      ]
    : [];

  return {
    inbox,
    pause: presenter.pause,
    resume: presenter.resume,
    show: (id) => show(id, 'in-app'),
    refresh: messages.refresh,
    close() {
      [...stops, messages.close, presenter.stop].forEach((stop) => stop());
    },
  };
}

/** Makes the parts of in-app messages, each from those above it. */
function assemble(host: Host, options: InAppOptions) {
  const { interval = 30_000, count = 100, packageName = isPage() ? siteName() : '', beforeShow } = options;
  const now = Date.now;
  const deviceOf = keepDevice(host, packageName);
  const tell = (user = host.user) => createMessageEvents(host, deviceOf, user);
  const query = { count, packageName };
  const messages = createMessages({ host, query, prepare: deviceOf, onNew, now });

  function onNew(messages: InAppMessage[], user: UserRef) {
    messages.forEach((message) => welcome(message, user));
  }
  function welcome(message: InAppMessage, user: UserRef) {
    void tell(user).delivered(message);
    if (isFlawed(message)) host.report(new Error('A message is left out: it has no html'));
    try {
      if (message.jsonOnly) options.onMessage?.(message);
    } catch (error) {
      host.report(error);
    }
  }

  const mark = ({ messageId }: InAppMessage, what: Mark) => messages.mark(messageId, what).catch(host.report);
  const showing = {
    ...{ host, options, now },
    async onShown(message: InAppMessage, place: string, events: MessageEvents) {
      const isGone = !message.saveToInbox;
      // First, since what is not remembered is shown, and told, again on the next page.
      const isFirst = await mark(message, { isRead: true, isGone });
      // Another page has shown it while this one was left, and tells of it.
      if (isFirst === false && !message.read) return false;
      void events.opened(message, place);
      if (isGone) void events.consumed(message, place);
      return true;
    },
    onDeleted: (message: InAppMessage) => void mark(message, { isGone: true }),
  };
  const presenter = createPresenter({
    ...{ host, messages, interval, beforeShow, now },
    async load() {
      const { createShowing } = await import('./showing/showing.js');
      return (message, place) => createShowing(message, place, { ...showing, events: tell() });
    },
  });
  return { host, tell, messages, presenter, now };
}
