import { make } from '../shop/scripts/page.js';

let sections = 0;

/** A section of the shop's own with its heading. */
export function section(title: string, ...children: (Node | string)[]): HTMLElement {
  const id = `panel-part-${(sections += 1)}`;
  const made = make('section', {}, make('h2', { id }, title), ...children);
  made.setAttribute('aria-labelledby', id);
  return made;
}
