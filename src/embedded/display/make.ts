/** Makes an element that is a part of ours, with what is in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part: string,
  inside: (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = part;
  element.setAttribute('part', part);
  element.append(...inside);
  return element;
}
