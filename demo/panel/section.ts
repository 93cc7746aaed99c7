import { make } from '../shop/scripts/page.js';

let sections = 0;

/** A part of the panel with its heading. */
export function section(title: string, ...children: (Node | string)[]): HTMLElement {
  const id = `panel-part-${(sections += 1)}`;
  const made = make('section', {}, make('h2', { id }, title), ...children);
  made.setAttribute('aria-labelledby', id);
  return made;
}

/** Makes an element of a drawing with its attributes, and what is in it. */
export function drawn(tag: string, attributes: Record<string, string>, ...children: Element[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
