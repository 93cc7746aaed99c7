/** Of the ways there are to call it, the one that any selector can take. */
interface Finder {
  querySelectorAll(selector: string): NodeListOf<HTMLElement>;
}

// Its name may be taken in the message.
const { querySelectorAll: find } = Document.prototype as Finder;

/** All elements that match. */
export const all = (selector: string, root = document) => [...find.call(root, selector)];

/** Takes from an element the attributes of these names, whatever is their namespace. Gives the first. */
export function take(element: Element, names: RegExp): string | undefined {
  const taken = [...element.attributes].filter(({ localName }) => names.test(localName));
  for (const attribute of taken) element.removeAttributeNode(attribute);
  return taken[0]?.value;
}
