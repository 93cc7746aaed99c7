import type { InboxTexts } from '../texts.js';
import type { Inbox } from './inbox.js';

/** How long the number of unread messages must stand before it is said, in milliseconds. */
const SETTLED = 300;

/** What is said to those who do not see the list. */
export interface News {
  element: HTMLElement;
  say(text: string): void;
  /** Says how many are unread, once that has changed and stands; not where `isBusy` with saying something else. */
  count(isBusy: boolean): void;
  stop(): void;
}

/** Makes the news of an inbox. */
export function createNews(inbox: Inbox, texts: InboxTexts): News {
  const element = document.createElement('p');
  let known: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  element.className = 'news';
  element.setAttribute('role', 'status');

  function say(text: string) {
    stop();
    element.textContent = text;
  }

  return {
    element,
    say,
    count(isBusy) {
      const { unread, isLoaded } = inbox;
      const isNews = !isBusy && known !== undefined && unread !== known;
      known = isLoaded ? unread : undefined;
      if (!isNews) return;
      stop();
      timer = setTimeout(() => say(`${texts.onlyUnread}: ${inbox.unread}`), SETTLED);
    },
    stop,
  };
}
