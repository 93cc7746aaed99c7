import type { DataFields } from '../../api/models/data-fields.js';
import type { MessageRow } from '../state/project.js';

/** Where an unsubscribe link leads in a message as it is kept: nowhere, until its reader gets it from somewhere. */
export const UNSUBSCRIBE = 'https://emulator.invalid/unsubscribe';

/** A link of HTML, whose start, quote and address are told apart. */
const HTML_LINK = /(<a\s(?:[^>]*?\s)?href\s*=\s*)(["'])(https?:\/\/.*?)\2/gis;
/** A link in a text. */
const TEXT_LINK = /()()(https?:\/\/[^\s<>"']+)/g;

/** A message as its reader gets it. */
interface Written {
  html?: string;
  plainText?: string;
  message?: string;
}

/** What leads back from a message to the service. */
export interface Trackers {
  /** The picture that tells of its being opened. */
  pixel: string;
  unsubscribe: string;
  /** In place of each link of the message, by its number. */
  link(index: number): string;
}

/** The addresses that lead back from a message to the service at an origin, such as `http://localhost:4747`. */
export function trackersOf({ messageId }: Pick<MessageRow, 'messageId'>, origin: string): Trackers {
  const start = `${origin}/_messages/${encodeURIComponent(messageId)}`;
  return {
    pixel: `${start}/pixel.gif`,
    unsubscribe: `${start}/unsubscribe`,
    link: (index) => `${start}/links/${index}`,
  };
}

/** The addresses that the links of a message lead to, in their order; those of its HTML, or else of its text. */
export function linksOf(content: DataFields): string[] {
  const { html, plainText, message } = content as Written;
  const found = html ? addressesIn(html, HTML_LINK).map(unescaped) : addressesIn(plainText ?? message ?? '');
  return found.filter((address) => !isUnsubscribe(address));
}

/** What a message says with its links leading through the service, and with a pixel in its HTML. */
export function trackedContent(content: DataFields, trackers: Trackers): DataFields {
  const { html, plainText, message } = content as Written;
  return {
    ...content,
    ...(html && { html: withPixel(withLinks(html, trackers, HTML_LINK), trackers) }),
    ...(plainText && !html && { plainText: withLinks(plainText, trackers) }),
    ...(message && { message: withLinks(message, trackers) }),
  };
}

function addressesIn(text: string, pattern = TEXT_LINK): string[] {
  return [...text.matchAll(pattern)].map(([, , , address = '']) => address);
}

function withLinks(text: string, { link, unsubscribe }: Trackers, pattern = TEXT_LINK): string {
  let index = -1;
  return text.replace(pattern, (_, start: string, quote: string, address: string) => {
    if (isUnsubscribe(address)) return start + quote + unsubscribe + quote;
    index += 1;
    return start + quote + link(index) + quote;
  });
}

function withPixel(html: string, { pixel }: Trackers): string {
  const image = `<img src="${pixel}" alt="" width="1" height="1">`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + image : html.slice(0, end) + image + html.slice(end);
}

/** Link parameters may stand behind it. */
function isUnsubscribe(address: string): boolean {
  return address.startsWith(UNSUBSCRIBE);
}

/** The address that an attribute of HTML holds. */
function unescaped(text: string): string {
  const names: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi,
    (whole, hex, decimal, name) => {
      if (name) return names[String(name).toLowerCase()] ?? whole;
      const point = hex ? parseInt(String(hex), 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
