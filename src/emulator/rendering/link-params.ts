import type { DataFields } from '../../api/models/data-fields.js';

interface Linked {
  html?: string;
  plainText?: string;
  message?: string;
  linkParams?: { key: string; value: string }[];
  googleAnalyticsCampaignName?: string;
}

/** A message with the parameters that its template asks for on each of its links (Templates of the document). */
export function tagLinks(content: DataFields): DataFields {
  const { html, plainText, message, linkParams = [], googleAnalyticsCampaignName } = content as Linked;
  const params = new URLSearchParams(linkParams.map(({ key, value }) => [key, value]));
  if (googleAnalyticsCampaignName) params.append('utm_campaign', googleAnalyticsCampaignName);
  if (!params.size) return content;
  const tag = (link: string, joint: string) => tagged(link, String(params).replaceAll('&', joint), joint);
  const inText = (text: string) => text.replace(/https?:\/\/[^\s<>"']+/g, (link) => tag(link, '&'));
  return {
    ...content,
    ...(html && { html: inHtml(html, (link) => tag(link, '&amp;')) }),
    ...(plainText && { plainText: inText(plainText) }),
    ...(message && { message: inText(message) }),
  };
}

function inHtml(html: string, tag: (link: string) => string): string {
  return html.replace(
    /(\shref\s*=\s*)(["'])(https?:\/\/.*?)\2/gi,
    (_, start: string, quote: string, link: string) => start + quote + tag(link) + quote,
  );
}

/** A link with a query added to the one it has. */
function tagged(link: string, query: string, joint: string): string {
  const [, address = link, hash = ''] = /^([^#]*)(#.*)?$/.exec(link) ?? [];
  return `${address}${address.includes('?') ? joint : '?'}${query}${hash}`;
}
