import { leaveFor, openTab } from '../browser/navigation.js';
import { ifPossible } from '../lib/if-possible.js';
import type { Host } from './host.js';

/** How links of web addresses open: in the page, in a new tab, or there only if they lead to another site. */
export type LinkHandling = 'page' | 'new-tab' | 'external-new-tab';

/** What a click on a link of a message does. */
export type Link =
  | { does: 'open'; url: string; isNewTab: boolean }
  | { does: 'action'; name: string; url: string }
  | { does: 'dismiss' | 'delete' | 'refuse'; url: string };

/** What links mean on this page. */
export interface LinkRules {
  /** Where the page is; relative links start there. */
  base: string;
  handleLinks: LinkHandling;
  /** The schemes whose `dismiss` closes a message and whose `delete` deletes it. */
  schemes: readonly string[];
}

/** Schemes that browsers open by themselves, or hand on. */
const OPENED = /^(https?|mailto|tel|sms):$/;

/** What a link does. Anything that is not known to be harmless is refused (decision 37). */
export function linkOf(href: string, target: string | null, rules: LinkRules): Link {
  const { base, handleLinks, schemes } = rules;
  const text = href.trim();
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  if (scheme.toLowerCase() === 'action' && host) return { does: 'action', name: host, url: text };
  if (schemes.includes(scheme.toLowerCase()) && (host === 'dismiss' || host === 'delete')) {
    return { does: host, url: text };
  }
  const url = ifPossible(() => new URL(text, base));
  if (!url || !OPENED.test(url.protocol)) return { does: 'refuse', url: text };
  const isExternal = url.origin !== new URL(base).origin;
  // Others are for other programs of the visitor.
  const isNewTab =
    url.protocol.startsWith('http') &&
    (target === '_blank' || handleLinks === 'new-tab' || (handleLinks === 'external-new-tab' && isExternal));
  return { does: 'open', url: url.href, isNewTab };
}

/** What the page itself does with links. */
export interface LinkOptions<Message> {
  /** How links of web addresses open, where they do not say so themselves. Default: `page`. */
  handleLinks?: LinkHandling | undefined;
  /** Opens a link in this tab, for pages with a router of their own. Default: the browser goes there. */
  openUrl?: ((url: string, message: Message) => void) | undefined;
  /** Does what a message asks the page for: by the name in an `action://name` link. */
  onAction?: ((name: string, url: string, message: Message) => void) | undefined;
}

/** A click on a link of a message that may be followed. */
export interface Click<Message> {
  url: string;
  /** What the page is asked for, if it is no address. */
  name?: string | undefined;
  isNewTab?: boolean | undefined;
  /** Whether the browser opens it by itself. */
  isOpened: boolean;
  message: Message;
  /** What to wait for, for a while, before this page is left. */
  told: Promise<unknown> | false;
}

/** Goes where a link leads, or does what it asks the page for. What the page's own functions throw is reported. */
export async function follow<Message>(
  { url, name, isNewTab, isOpened, message, told }: Click<Message>,
  { openUrl, onAction }: LinkOptions<Message>,
  report: Host['report'],
): Promise<void> {
  try {
    if (name !== undefined) onAction?.(name, url, message);
    else if (isOpened) return;
    else if (isNewTab) openTab(url);
    else if (openUrl) openUrl(url, message);
    else await leaveFor(url, told);
  } catch (error) {
    report(error);
  }
}
