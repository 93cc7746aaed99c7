import type { SeenAsked, SeenDetail } from '../embedded/display/impressions.js';
import { line, listOf, make, section, spanInWords } from './make.js';
import type { Inspected, Part } from './inspected.js';

/** How many messages are drawn, and remembered. */
const SHOWN = 10;
const MOST = 100;

/** How often and how long a message was seen. */
interface Seen {
  messageId: string;
  times: number;
  /** Before it was seen last, in milliseconds. */
  total: number;
  /** Since when it is seen, in milliseconds since the epoch; absent where it is not. */
  since?: number | undefined;
  /** Where it is seen; of what is not, none is kept. */
  element?: Element | undefined;
}

/** Embedded messages as they are counted: outlined on the page while they are, and how often and how long they were. */
export function seenPart({ now, masked }: Inspected): Part & { overlay: HTMLElement } {
  const all = new Map<string, Seen>();
  const overlay = make('div', { class: 'outlines', 'aria-hidden': 'true' });
  const outlines = new Map<Seen, HTMLElement>();
  const { list, show } = listOf<string[]>(
    masked,
    'Counted as seen, the latest first',
    ([id = '', state = '']) =>
      line(`message ${id.slice(0, 8)}`, state, { tone: state.endsWith('now') ? 'good' : '' }),
  );
  const element = section('Counted as seen', list);
  let frame: number | undefined;

  function hear({ messageId, element, isCounted }: SeenDetail) {
    const seen: Seen = all.get(messageId) ?? { messageId, times: 0, total: 0 };
    all.delete(messageId);
    all.set(messageId, seen);
    seen.element = isCounted ? element : undefined;
    seen.total += now() - (seen.since ?? now());
    seen.times += isCounted ? 1 : 0;
    seen.since = isCounted ? now() : undefined;
    const past = [...all.values()].find(({ since }) => since === undefined);
    if (all.size > MOST && past) all.delete(past.messageId);
    frame ??= requestAnimationFrame(outline);
  }
  /** While there is any, it goes where its message goes. */
  function outline() {
    frame = undefined;
    for (const [seen, made] of outlines) {
      if (seen.since !== undefined) continue;
      made.remove();
      outlines.delete(seen);
    }
    for (const seen of all.values()) if (seen.since !== undefined) place(seen);
    if (outlines.size && !overlay.hidden) frame = requestAnimationFrame(outline);
  }
  function place(seen: Seen) {
    const made = outlines.get(seen) ?? make('div', {}, make('b', {}, 'counted as seen'));
    if (!outlines.has(seen)) overlay.append(made);
    outlines.set(seen, made);
    layOver(made, seen.element);
  }
  const listener = (event: Event) => hear((event as CustomEvent<SeenDetail>).detail);
  addEventListener('tidings-seen', listener);
  // What is in view already.
  dispatchEvent(new CustomEvent<SeenAsked>('tidings-look', { detail: hear }));

  return {
    element,
    overlay,
    draw() {
      element.hidden = !all.size;
      // While nobody looked, they stood still.
      frame ??= requestAnimationFrame(outline);
      const latest = [...all.values()].reverse().slice(0, SHOWN);
      show(latest.map((seen) => [seen.messageId, inWords(seen, now())]));
    },
    close() {
      removeEventListener('tidings-seen', listener);
      if (frame) cancelAnimationFrame(frame);
    },
  };
}

/** Lays an outline over an element of the page. */
function layOver(outline: HTMLElement, element: Element | undefined): void {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  outline.hidden = !width;
  // Where a page is zoomed, so is what it measures of itself, and what is set here would be once more.
  const { currentCSSZoom: zoom = 1 } = outline.parentElement as Partial<Element>;
  const box = { left: x, top: y, width, height };
  for (const [side, size] of Object.entries(box)) outline.style.setProperty(side, `${size / zoom}px`);
}

function inWords({ times, total, since }: Seen, now: number): string {
  const span = spanInWords(total + now - (since ?? now));
  return `${times === 1 ? 'once' : `${times} times`}, ${span}${since === undefined ? '' : ', and now'}`;
}
