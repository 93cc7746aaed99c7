import type { Point } from './engine.js';

// All of this runs in the page.

/** A click that is on its way, and whether it hit once it has come. */
interface Aim {
  isHit?: boolean;
}

type Aimed = Document & { aim?: Aim };

/**
 * Where to click an element, or nothing while it is missing, hidden, moving or covered. The click that follows is let through
 * only to what stood there: something may move between the look and the click.
 */
export async function aimAt(element: Element | undefined): Promise<Point | undefined> {
  if (!element) return undefined;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { x, y, width, height } = element.getBoundingClientRect();
  const isStill = before.x === x && before.y === y && before.width === width && before.height === height;
  const center = { x: x + width / 2, y: y + height / 2 };
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(center.x, center.y);
  // What is hidden has a place all the same, where what holds it is hit.
  const isSeen = element.checkVisibility({ visibilityProperty: true });
  if (!isStill || !isSeen || !width || !height || !hit) return undefined;
  if (!element.contains(hit) && !hit.contains(element)) return undefined;

  const goal = element.contains(hit) ? element : hit;
  const aim: Aim = {};
  const aimed: Aimed = Object.assign(document, { aim });
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick'];
  function judge(event: Event) {
    if (aimed.aim === aim && event.isTrusted) aim.isHit ??= event.composedPath().includes(goal);
    if (aimed.aim !== aim || aim.isHit) types.forEach((type) => removeEventListener(type, judge, true));
    else if (event.isTrusted) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
  types.forEach((type) => addEventListener(type, judge, true));
  return center;
}

/** Whether the click went beside what it was to hit; then nothing has heard of it. */
export function hasMissed(): boolean {
  const aimed: Aimed = document;
  const isMiss = aimed.aim?.isHit === false;
  delete aimed.aim;
  return isMiss;
}
