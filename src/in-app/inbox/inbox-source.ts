import type { InAppMessage } from '../../api/models/in-app.js';
import type { Host } from '../../host/host.js';
import type { Inbox } from './inbox.js';
import type { InboxTexts, Texts } from '../texts.js';

/** What an element lists, and in which words. */
export interface InboxSource {
  inbox: Inbox;
  texts: Texts;
  host: Pick<Host, 'report' | 'project'>;
  now: () => number;
}

/** What markup may say of a `<tidings-inbox>`, in HTML or in a framework's templates. */
export interface InboxAttributes {
  /** What there is a tab for: `all`, `unread`, and `categories` for each that messages have. Default: `all unread`. */
  filters?: string | undefined;
  /** How many messages are listed, and how many more each time; `all` for all at once. Default: 20. */
  'page-size'?: number | string | undefined;
  /** Which client's messages it lists, where a page has several. */
  project?: string | undefined;
}

/** An element of the list, of a class that is also its part. */
export type Make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part: string,
) => HTMLElementTagNameMap[Name];

/** The list that controls belong to. */
export interface Listed {
  root: ShadowRoot;
  section: HTMLElement;
  /** What the tabs are for. */
  panel: HTMLElement;
  source: InboxSource;
  make: Make;
  /** Lists anew what is chosen. */
  write(): void;
}

/** What chooses which messages are listed, and what one can do with them. */
export interface Controls {
  texts: InboxTexts & Texts;
  /** Those that are to be listed now. */
  choose(): InAppMessage[];
  /** Puts into the row of a message what one can do with it. Gives the function that writes it there. */
  equip(item: HTMLElement): (message: InAppMessage, name: string) => void;
  stop(): void;
}
