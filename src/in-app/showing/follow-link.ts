import type { InAppMessage } from '../../api/models/in-app.js';
import { wait } from '../../lib/wait.js';
import type { Host } from '../../host/host.js';
import { follow, type Link } from '../../host/links.js';
import type { ShowOptions } from './show-options.js';
import type { CloseAction, MessageEvents } from '../message-events.js';

/** What a click happens in. */
export interface Click {
  host: Host;
  events: MessageEvents;
  options: ShowOptions;
  message: InAppMessage;
  place: string;
  /** Whether the browser has opened the link apart: the message stays. */
  isApart: boolean;
  close: (by: CloseAction, url?: string) => void;
  /** Hears that the visitor has deleted the message. */
  onDeleted: (message: InAppMessage) => void;
}

/** How long a message stays once the frame opens a tab, in milliseconds: WebKit takes the tab with the frame. */
const STAY = 300;

/** Does what a clicked link asks for; the frame has opened by itself what opens in a new tab. */
export async function followLink(link: Link | undefined, click: Click): Promise<void> {
  if (!link) return;
  const { host, events, options, message, place, isApart, close, onDeleted } = click;
  const { url } = link;
  if (link.does === 'refuse') {
    host.report(new Error('A message has a link that is refused: its scheme is not allowed'));
    return;
  }
  if (link.does === 'delete') {
    // Any other is done with since it was shown.
    if (message.saveToInbox) void events.consumed(message, place, 'link');
    onDeleted(message);
  }
  const isFollowed = link.does === 'open' || link.does === 'action';
  const isOpened = link.does === 'open' && link.isNewTab;
  const told = isFollowed && events.clicked(message, place, url);
  if (isApart) return;
  if (isOpened) await wait(STAY);
  close('link', url);
  if (isFollowed) await follow({ ...link, message, isOpened, told }, options, host.report);
}
