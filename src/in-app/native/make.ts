/** Makes an element that is a part of ours, with its properties and what is in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part: string,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  inside: (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.className = part;
  element.setAttribute('part', part);
  element.append(...inside);
  return element;
}
