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

/** Schemes that other programs of the visitor open. */
const HANDED_ON = /^(mailto|tel|sms):$/;

/** What a link does. Anything that is not known to be harmless is refused (decision 37). */
export function linkOf(href: string, target: string | null, rules: LinkRules): Link {
  const { base, handleLinks, schemes } = rules;
  const text = href.trim();
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  if (scheme.toLowerCase() === 'action' && host) return { does: 'action', name: host, url: text };
  if (schemes.includes(scheme.toLowerCase()) && (host === 'dismiss' || host === 'delete')) {
    return { does: host, url: text };
  }
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url) return { does: 'refuse', url: text };
  if (HANDED_ON.test(url.protocol)) return { does: 'open', url: url.href, isNewTab: false };
  if (!/^https?:$/.test(url.protocol)) return { does: 'refuse', url: text };
  const isExternal = url.origin !== new URL(base).origin;
  const isNewTab =
    target === '_blank' || handleLinks === 'new-tab' || (handleLinks === 'external-new-tab' && isExternal);
  return { does: 'open', url: url.href, isNewTab };
}
