import type { Inbox } from './inbox.js';
import type { Texts } from '../texts.js';

/** What an element lists, and in which words. */
export interface InboxSource {
  inbox: Inbox;
  texts: Texts;
  report: (error: unknown) => void;
  now: () => number;
}
