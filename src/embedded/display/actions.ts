import type {
  EmbeddedAction,
  EmbeddedButton,
  EmbeddedElements,
  EmbeddedMessage,
} from '../../api/models/embedded.js';
import { pageAddress } from '../../browser/navigation.js';
import type { Host } from '../../host/host.js';
import { follow, linkOf, type LinkHandling, type LinkOptions } from '../../host/links.js';
import { must } from '../../lib/must.js';
import { textIn } from '../../lib/text.js';
import type { MessageEvents } from '../placements/message-events.js';

/** What a click on a message or one of its buttons does. */
export interface Action {
  /** The address that it opens, or that names an action of the page's own. */
  url: string;
  /** The name of an action of the page's own. */
  name?: string;
  isNewTab?: boolean;
}

/** What clicks on messages do. */
export interface Actions {
  /** What a click does; nothing, if that could do harm. */
  of(target: Target): Action | undefined;
  /** Tells the service of a click, and does what it asks for, but for a link that `isOpened` by the browser itself. */
  follow(target: Target, isOpened?: boolean): Promise<void>;
}

/** A message, or one of its buttons, by its number. */
export interface Target {
  message: EmbeddedMessage;
  button?: number | undefined;
}

/** What actions are made of. */
export interface ActionParts {
  host: Host;
  options: LinkOptions<EmbeddedMessage>;
  /** Tells the service of the current user's messages. */
  tell: () => MessageEvents;
  /** Whether a message is one of the current user's. */
  isTheirs: (message: EmbeddedMessage) => boolean;
}

/** What runs script, or shows what no site has sent. */
const HARMFUL = /^(javascript|data|vbscript|blob|file|about):/i;

/** Makes the actions that clicks on messages set off. */
export function createActions({ host, options, tell, isTheirs }: ActionParts): Actions {
  const { handleLinks = 'page' } = options;
  const of = ({ message, button }: Target) => {
    const { elements } = message;
    return actionIn(
      button === undefined ? elements?.defaultAction : buttonsOf(elements)[button]?.action,
      handleLinks,
    );
  };

  return {
    of,
    async follow({ message, button }, isOpened = false) {
      const action = of({ message, button });
      if (!action) return;
      const id = textIn(buttonsOf(message.elements)[button ?? -1]?.id);
      const told = isTheirs(message) && tell().clicked(message, action.url, id || undefined);
      await follow({ ...action, message, isOpened, told }, options, host.report);
    },
  };
}

/** What an action of an answer is, if it is none that could do harm. */
function actionIn(action: unknown, handleLinks: LinkHandling): Action | undefined {
  const { type, data } = { ...(action as EmbeddedAction | undefined) };
  if (type === 'openUrl') {
    const link = linkOf(textIn(data), null, { base: pageAddress(), handleLinks, schemes: [] });
    // None at all would be an address, too: that of the page.
    return data && link.does === 'open' ? link : undefined;
  }
  // A browser leaves out what is not printed.
  const url = textIn(type).replace(/[\0- ]/g, '');
  if (!url || HARMFUL.test(url)) return undefined;
  return { url, name: /^action:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url };
}

/** The buttons of a message: answers are not taken at their word. */
export function buttonsOf(elements: EmbeddedElements | undefined): (EmbeddedButton | undefined)[] {
  const { buttons } = { ...elements };
  return Array.isArray(buttons) ? buttons.slice(0, 2) : [];
}

/** Where among the buttons of a message the one with an id is; the message itself has none. */
export function buttonOf({ elements }: EmbeddedMessage, id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const index = buttonsOf(elements).findIndex((button) => button?.id === id);
  must(index >= 0, '`buttonId` must be the `id` of one of the message’s buttons');
  return index;
}
