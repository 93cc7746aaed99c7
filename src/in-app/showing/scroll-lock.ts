import { pageBody } from '../../browser/page.js';
import { sheetFor } from '../../browser/style-sheet.js';

/**
 * Keeps the page where it is, and as wide as it is; returns the function that lets it scroll again. What the page itself
 * has locked stays so, since only a style sheet comes and goes.
 */
export function lockScroll(): () => void {
  const { documentElement: root } = document;
  // The one that says how the page scrolls: if the other did too, the body would become a box that scrolls by itself.
  const scroller =
    [root, pageBody()].find((element) => getComputedStyle(element).overflow !== 'visible') ?? root;
  // Only where there is a bar: elsewhere its room would move the page.
  const room = innerWidth > root.clientWidth ? 'html{scrollbar-gutter:stable!important}' : '';
  const sheet = sheetFor(root, `${scroller.localName}{overflow:hidden!important}${room}`);
  document.adoptedStyleSheets.push(sheet);

  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
