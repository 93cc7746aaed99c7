import type { EmbeddedAction, EmbeddedButton, EmbeddedElements, EmbeddedMessage } from '../api/embedded.js';
import { leaveFor, openTab, pageAddress } from '../browser/navigation.js';
import type { Host } from '../events/host.js';
import { linkOf, type LinkHandling } from '../lib/links.js';
import { must } from '../lib/must.js';
import { textIn } from './content.js';
import type { Telling } from './telling.js';

/** What a click on a message or one of its buttons does. */
export interface Action {
  /** The address that it opens, or that names an action of the page's own. */
  url: string;
  /** The name of an action of the page's own. */
  name?: string;
  isNewTab?: boolean;
}

/** What the page does with clicks. */
export interface ActionOptions {
  /** How links open. Default: `page`. */
  handleLinks?: LinkHandling | undefined;
  /** Opens a link in this tab, for pages with a router of their own. Default: the browser goes there. */
  openUrl?: ((url: string, message: EmbeddedMessage) => void) | undefined;
  /** Does what a message asks the page for; of an address `action://name`, the name. */
  onAction?: ((name: string, url: string, message: EmbeddedMessage) => void) | undefined;
}

/** What clicks on messages do. */
export interface Actions {
  /** What a click beside the buttons of a message does, or on the button of that number; nothing that could do harm. */
  of(message: EmbeddedMessage, button?: number): Action | undefined;
  /** Tells the service of a click, and does what it asks for; not what the browser does by itself with a click on a link. */
  follow(message: EmbeddedMessage, button: number | undefined, event?: Event): Promise<void>;
  /** Where among the buttons of a message one with that id is. */
  buttonOf(message: EmbeddedMessage, id: string | undefined): number | undefined;
}

/** What runs script, or shows what no site has sent. */
const HARMFUL = /^(javascript|data|vbscript|blob|file|about):/i;

/** Makes what clicks on the current user's messages do. */
export function createActions(host: Host, tell: () => Telling, options: ActionOptions): Actions {
  const { handleLinks = 'page', openUrl, onAction } = options;

  const actionOf = ({ elements }: EmbeddedMessage, button?: number) =>
    actionIn(
      button === undefined ? elements?.defaultAction : buttonsOf(elements)[button]?.action,
      handleLinks,
    );

  return {
    of: actionOf,
    buttonOf({ elements }, id) {
      if (id === undefined) return undefined;
      const index = buttonsOf(elements).findIndex((button) => button?.id === id);
      must(index >= 0, '`buttonId` must be the `id` of one of the message’s buttons');
      return index;
    },
    async follow(message, button, event) {
      const action = actionOf(message, button);
      const { url = '', name, isNewTab } = { ...action };
      if (!action || (!name && isRepeat(event))) {
        event?.preventDefault();
        return;
      }
      const told = tell().clicked(message, url, buttonsOf(message.elements)[button ?? -1]?.id);
      try {
        if (name) onAction?.(name, url, message);
        else if (isNewTab || isApart(event)) {
          if (!event) openTab(url);
        } else {
          event?.preventDefault();
          if (openUrl) openUrl(url, message);
          else await leaveFor(url, told);
        }
      } catch (error) {
        host.report(error);
      }
    },
  };
}

/** What an action of an answer is, if it is none that could do harm. */
function actionIn(action: unknown, handleLinks: LinkHandling): Action | undefined {
  const { type, data } = { ...(action as EmbeddedAction | undefined) };
  if (type === 'openUrl') {
    const link = linkOf(textIn(data), null, { base: pageAddress(), handleLinks, schemes: [] });
    return link.does === 'open' ? link : undefined;
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

/** Whether this is the second of two clicks that were meant as one. */
function isRepeat(event: Event | undefined): boolean {
  return event?.type === 'click' && (event as UIEvent).detail > 1;
}

/** Whether the visitor opens a link elsewhere: in another tab or window, or as a file. */
function isApart(event: Event | undefined): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = (event ?? {}) as Partial<MouseEvent>;
  return Boolean(button || ctrlKey || metaKey || shiftKey || altKey);
}
