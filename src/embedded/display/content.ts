import type { EmbeddedElements } from '../../api/models/embedded.js';
import { textIn } from '../../lib/text.js';

/** What a message says under a name, as text: `title`, `body`, `mediaUrl`, `mediaUrlCaption`, or the id or label of one of its texts. */
export function textOf(elements: EmbeddedElements | undefined, name: string): string {
  const own = extraTextsOf(elements).find(({ id, label }) => name === id || name === label)?.text;
  return textIn(own ?? (elements as Record<string, unknown> | undefined)?.[name]);
}

/** The texts of a message beside title and body. */
export function extraTextsOf(elements: EmbeddedElements | undefined) {
  const { text } = { ...elements };
  return Array.isArray(text) ? text.map((one) => ({ ...one })) : [];
}

/** Where the picture of a message is, if that is an address of a picture. */
export function mediaOf(elements: EmbeddedElements | undefined): string {
  const { mediaUrl } = { ...elements };
  const text = textIn(mediaUrl).trim();
  return /^(https?:|data:image\/|\/|[^:]+$)/i.test(text) ? text : '';
}
