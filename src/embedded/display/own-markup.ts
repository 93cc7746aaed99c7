import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { buttonsOf, type Actions } from './actions.js';
import { textIn } from '../../lib/text.js';
import { mediaOf, textOf } from './content.js';
import { bind } from './bind.js';
import type { PlacementElement } from '../elements/placement.js';

/** Lays out a message with markup of the page's own, if it brings any: by `render`, or by its template. */
export function ownMarkupOf(
  message: EmbeddedMessage,
  element: PlacementElement,
  actions: Actions,
): HTMLElement | undefined {
  const own = element.render?.(message) ?? copyOf(element.querySelector(':scope > template[slot=message]'));
  if (own) fill(own, message, actions);
  return own;
}

/** Writes what there is, and takes away what would stay empty. */
function fill(own: HTMLElement, message: EmbeddedMessage, actions: Actions) {
  const { elements } = message;
  const buttons = buttonsOf(elements);
  const writers: Record<string, (one: HTMLElement, name: string) => string> = {
    'data-text'(one, name) {
      one.textContent = textOf(elements, name);
      return one.textContent;
    },
    'data-src'(one) {
      const source = one instanceof HTMLImageElement ? mediaOf(elements) : '';
      if (source) Object.assign(one, { src: source, alt: textOf(elements, 'mediaUrlCaption') });
      return source;
    },
    'data-button'(one, name) {
      bind(one, { message, button: Number(name) }, actions);
      one.textContent = textIn(buttons[Number(name)]?.title);
      return one.textContent;
    },
    'data-href'(one) {
      if (actions.of({ message })) bind(one, { message }, actions);
      return 'kept';
    },
  };
  for (const [name, write] of Object.entries(writers)) {
    for (const one of [own, ...own.querySelectorAll<HTMLElement>(`[${name}]`)]) {
      const value = one.getAttribute(name);
      if (value !== null && !write(one, value) && one !== own) one.remove();
    }
  }
}

/** What a template holds; around several, one of ours. */
function copyOf(template: HTMLTemplateElement | null): HTMLElement | undefined {
  if (!template) return undefined;
  const copy = document.importNode(template.content, true);
  if (copy.childElementCount === 1) return copy.firstElementChild as HTMLElement;
  const around = document.createElement('div');
  around.append(copy);
  return around;
}
