import type { Setup } from '../pages/layout.js';

/** The element with an id, which the page is sure to have. */
export function element<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Kind;
}

/** Data that the server put into the page. */
export const dataIn = <Data>(id: string): Data => JSON.parse(element(id).textContent) as Data;

/** What the server told the page's scripts. */
export const setup = dataIn<Setup>('setup');

/** What scripts of this page carry, under its content security policy. */
export const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** What kind of page this is, such as `product`. */
export const kind = document.body.dataset['kind'] ?? '';

/** Makes an element with its properties, and what is in it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & { class?: string } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const { class: className = '', ...others } = properties;
  const made = Object.assign(document.createElement(tag), others);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

let fading: ReturnType<typeof setTimeout> | undefined;

/** Says something at the edge of the page, for a while. */
export function say(text: string): void {
  const toast = element('toast');
  toast.textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => (toast.textContent = ''), 5_000);
}

/** Writes a number beside a link of the menu; none for 0. */
export function badge(name: string, count: number): void {
  for (const mark of document.querySelectorAll<HTMLElement>(`[data-count="${name}"]`)) {
    mark.textContent = String(count);
    mark.hidden = count === 0;
  }
}
