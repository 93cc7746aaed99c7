import type { EmbeddedMessage } from '../../api/embedded.js';
import { buttonsOf, type Actions } from '../actions.js';
import { bind } from './bind.js';
import { mediaOf, textIn, textOf, textsOf } from '../content.js';
import { make } from './make.js';

/** Lays out a message: the same for every view, which are a matter of style. */
export function bodyOf(message: EmbeddedMessage, actions: Actions): Node[] {
  const { elements } = message;
  const [title, body, media] = [textOf(elements, 'title'), textOf(elements, 'body'), mediaOf(elements)];
  const caption = textOf(elements, 'mediaUrlCaption');
  const link = controlOf(message, actions, title || body || caption, 'link');
  const lines = [
    title && make('p', 'title', [link ?? title]),
    body && make('p', 'body', [link && !title ? link : body]),
    ...textsOf(elements).map(({ text }) => textIn(text) && make('p', 'body', [textIn(text)])),
  ];
  const buttons = buttonsOf(elements).map((button, index) =>
    controlOf(message, actions, textIn(button?.title), 'button', index),
  );
  const row = buttons.filter(isThere);
  const words = [...lines, row.length && make('div', 'buttons', row)].filter(isThere);
  const picture = media && pictureOf(media, caption);
  // A message that is nothing but a picture.
  const bare = !title && !body && link;
  if (bare) bare.replaceChildren(...(picture ? [picture] : []));
  return [bare || picture, words.length && make('div', 'text', words)].filter(isThere);
}

function pictureOf(media: string, caption: string): HTMLImageElement {
  const picture = make('img', 'media');
  Object.assign(picture, { alt: caption, loading: 'lazy', decoding: 'async', src: media });
  picture.onerror = () => picture.remove();
  return picture;
}

/** A link for what opens an address, a button for what the page itself does; nothing for what does neither. */
function controlOf(
  message: EmbeddedMessage,
  actions: Actions,
  label: string,
  part: string,
  button?: number,
): HTMLElement | undefined {
  const action = actions.of(message, button);
  if (!action || !label) return undefined;
  const control = make(action.name ? 'button' : 'a', part, [label]);
  bind(control, message, actions, button);
  return control;
}

function isThere<Node>(node: Node | '' | 0 | undefined): node is Node {
  return Boolean(node);
}
