/** Makes an element of a name, with the same word as its class and as its part for styles of the page. */
export function part<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  word: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (word) {
    element.className = word;
    element.setAttribute('part', word);
  }
  element.append(...inside);
  return element;
}
