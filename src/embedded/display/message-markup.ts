import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { buttonsOf, type Action, type Actions, type Target } from './actions.js';
import { textIn } from '../../lib/text.js';
import { extraTextsOf, mediaOf, textOf } from './content.js';
import { bind } from './bind.js';
import { make } from './make.js';

/** Lays out a message: the same for every view, which are a matter of style. */
export function markupOf(message: EmbeddedMessage, actions: Actions): Node[] {
  const { elements } = message;
  const title = textOf(elements, 'title');
  const body = textOf(elements, 'body');
  const media = mediaOf(elements);
  const caption = textOf(elements, 'mediaUrlCaption');
  const more = extraTextsOf(elements).map(({ text }) => textIn(text));
  const label = [title, body, ...more, caption].find(Boolean);
  const link = controlOf({ message }, label ?? nameOf(actions.of({ message })), actions);
  // The words that name a link are the link.
  const words = [title, body, ...more].filter(Boolean).map((text, index) => {
    const line = make('p', index === 0 && title ? 'title' : 'body', [index === 0 && link ? link : text]);
    line.dir = 'auto';
    return line;
  });
  const buttons = buttonsOf(elements)
    .map((button, index) => controlOf({ message, button: index }, textIn(button?.title), actions))
    .filter((control) => control !== undefined);
  const isBare = !words.length && link !== undefined;
  const picture = media ? [pictureOf(media, caption, isBare ? link.textContent : '')] : [];
  const rows = buttons.length ? [...words, make('div', 'buttons', buttons)] : words;
  const text = rows.length ? [make('div', 'text', rows)] : [];
  if (!isBare) return [...picture, ...text];
  // A message that is nothing but a picture.
  link.ariaLabel = link.textContent;
  if (picture.length) link.replaceChildren(...picture);
  return [link, ...text];
}

function pictureOf(media: string, caption: string, instead: string): HTMLImageElement {
  const picture = make('img', 'media');
  Object.assign(picture, { alt: caption, loading: 'lazy', decoding: 'async', src: media });
  picture.onerror = () => picture.replaceWith(instead);
  return picture;
}

/** A link for what opens an address, a button for what the page itself does; nothing for what does neither. */
function controlOf(target: Target, label: string, actions: Actions): HTMLElement | undefined {
  const action = actions.of(target);
  if (!action || !label) return undefined;
  const part = target.button === undefined ? 'link' : 'button';
  const control = make(action.name ? 'button' : 'a', part, [label]);
  control.dir = 'auto';
  bind(control, target, actions);
  return control;
}

/** What a link is called that says nothing of itself: where it leads. */
function nameOf(action: Action | undefined): string {
  return action ? (action.name ?? new URL(action.url).host) : '';
}
