import type { Page } from './harness/engine.js';

/** The page's own name, for functions that run in it. */
declare const roots: ShadowRoot[];

/** How a test looks into inspectors. */
interface Looking {
  /** The mode of an inspector's root, as code. Default: what it asks for. */
  mode?: string | undefined;
  /** What scripts of the page carry. Default: `n`. */
  nonce?: string;
}

/** HTML that keeps the roots of inspectors, which the page does not see into, as `roots`. */
export const lookIn = ({ mode = 'how.mode', nonce = 'n' }: Looking = {}) => `<script nonce="${nonce}">
  globalThis.roots = [];
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (how) {
    if (this.localName !== 'tidings-inspector') return attachShadow.call(this, how);
    const root = attachShadow.call(this, { ...how, mode: ${mode} });
    roots.push(root);
    return root;
  };
</script>`;

/** What the inspector says. */
export const drawn = (page: Page) =>
  page.evaluate(() => roots.map(({ textContent }) => textContent).join('|'));

/** The lines of one of its lists with how well each is, and those of the lists in it. */
export const lines = (page: Page, label: string) =>
  page.evaluate(
    (label: string) =>
      [...(roots[0]?.querySelectorAll(`[aria-label^="${label}"] li`) ?? [])].map(
        ({ className, textContent }) => `${className}: ${textContent}`,
      ),
    label,
  );

/** Presses one of its buttons. */
export const press = (page: Page, words: string) =>
  page.evaluate(
    (words: string) =>
      [...(roots[0]?.querySelectorAll('button') ?? [])]
        .find(({ textContent }) => textContent.startsWith(words))
        ?.click(),
    words,
  );
