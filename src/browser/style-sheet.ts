/** Makes a style sheet for the document that an element is in now; another document takes none of it. */
export function sheetFor(element: Element, css: string): CSSStyleSheet {
  const sheet = new (element.ownerDocument.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
