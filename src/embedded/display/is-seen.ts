/** How many points of an element are looked at, in each direction. */
const POINTS = [1, 3, 5];
/** What so few points tell may be wrong by as much. */
const ERROR = 0.8;
/** What lets more than this through is as good as invisible. */
const FAINT = 0.1;
/** What browsers draw as a whole. */
const DRAWN = /^(img|video|canvas|iframe|embed|object)$/;
/** How computed colours of nothing end. */
const CLEAR = /(^rgba.*|\/) 0\)$/;
/** What a document says of an element that comes after another one, and does not stand in it. */
const LATER = 4;
/** The later names, and those that browsers had before. */
const HIDING = { visibilityProperty: true, checkVisibilityCSS: true, contentVisibilityAuto: true };

/** Whether a visitor sees so much of an element, in square pixels. */
export function isSeen(element: Element, least: number): boolean {
  if (!isShown(element)) return false;
  const { innerWidth, innerHeight } = element.ownerDocument.defaultView ?? window;
  const box = element.getBoundingClientRect();
  const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
  const width = Math.min(box.right, innerWidth) - left;
  const height = Math.min(box.bottom, innerHeight) - top;
  if (width <= 0 || height <= 0) return false;
  let missing = (least * ERROR) / (width * height);
  const isTouched = getComputedStyle(element).pointerEvents !== 'none';
  for (const x of POINTS) {
    for (const y of POINTS) {
      if (isOnTop(element, left + (width * x) / 6, top + (height * y) / 6, isTouched)) missing -= 1 / 9;
      if (missing <= 0) return true;
    }
  }
  return false;
}

/** Whether nothing hides an element, whatever stands over it. */
function isShown(element: Element): boolean {
  let opacity = 1;
  for (let at: Node | null = element; at; at = above(at))
    if (at.nodeType === Node.ELEMENT_NODE) opacity *= Number(getComputedStyle(at as Element).opacity);
  return opacity >= FAINT && ((element as Partial<Element>).checkVisibility?.(HIDING) ?? true);
}

/**
 * Whether an element is what the visitor sees at a point, in each of the trees that it stands in. Of one that nobody can
 * point at, nothing tells what is over it: what stands later in the page is taken to be.
 */
function isOnTop(element: Element, x: number, y: number, isTouched: boolean): boolean {
  for (let target: Element | undefined = element; target;) {
    const there: Element = target;
    const root = there.getRootNode() as Document | ShadowRoot;
    const isMet = (one: Element) => isWithin(one, there) || covers(one, x, y);
    const met = root.elementsFromPoint(x, y).find(isMet);
    // Browsers find what stands in outer trees, too.
    const isUnder = isTouched || there.compareDocumentPosition(met ?? there) === LATER;
    if (!isWithin(met, there) && isUnder) return false;
    target = (root as Partial<ShadowRoot>).host;
  }
  return true;
}

/** Whether something is drawn where an element is, so that nothing below it is seen. */
function covers(element: Element, x: number, y: number): boolean {
  const { localName, ownerSVGElement, shadowRoot } = element as Element & Partial<SVGElement>;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  // The page's own ground is below everything, however it is asked for.
  if (/^(html|body)$/.test(localName) || !isShown(element)) return false;
  const isDrawn = DRAWN.test(localName) || ownerSVGElement || backgroundImage !== 'none';
  if (isDrawn || !CLEAR.test(backgroundColor)) return true;
  const inside = shadowRoot?.elementsFromPoint(x, y) ?? [];
  return inside.some((one) => one.getRootNode() === shadowRoot && covers(one, x, y));
}

/** Whether a node is an element, or stands in it as the page is laid out. */
function isWithin(node: Node | null | undefined, element: Element): boolean {
  for (let at = node; at; at = above(at)) if (at === element) return true;
  return false;
}

/** What a node stands in as the page is laid out: its slot, or else its parent, or what a root is the root of. */
function above(node: Node): Node | null {
  const { assignedSlot, host } = node as Partial<Element & ShadowRoot>;
  return assignedSlot ?? node.parentNode ?? host ?? null;
}
