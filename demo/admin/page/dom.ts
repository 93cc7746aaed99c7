/** What can stand in an element. */
export type Child = Node | string | number | false | undefined;

/** The element with an id, which the page has. */
export function byId<Kind extends Element = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as unknown as Kind;
}

/** An element with attributes and children. Texts stay texts, whatever they hold. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
export function drawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** A number with marks between its thousands. */
export function numeral(count: number): string {
  return Math.round(count).toLocaleString('en-GB');
}

/** Lets a button be pressed, or not; one that may not keeps the focus it has. */
export function setAble(button: Element, isAble: boolean): void {
  if (isAble) button.removeAttribute('aria-disabled');
  else button.setAttribute('aria-disabled', 'true');
}

/** Whether a button may be pressed. */
export function isAble(button: Element): boolean {
  return button.getAttribute('aria-disabled') !== 'true';
}

/** Says in a line of the page how something went. What stands there already is not said again. */
export function say(line: HTMLElement, words: string, isBad = false): void {
  line.classList.toggle('bad', isBad);
  if (line.textContent !== words) line.textContent = words;
}

function filled<Made extends Element>(
  made: Made,
  attributes: Record<string, string | number>,
  children: Child[],
): Made {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  const present = children.filter((child) => child !== undefined && child !== false);
  made.append(...present.map((child) => (typeof child === 'number' ? String(child) : child)));
  return made;
}
