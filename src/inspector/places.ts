const NAME = 'tidings-inspector';
/** What a closed one takes of the corner, with what is free above it, in pixels. */
const STEP = 58;
/** Asks one to close, whichever script has made it. */
const ASKED = 'tidings-inspector-close';

/** The place of an inspector among those of its page. */
export interface Place {
  /** Tells them apart: 1 for the first. */
  readonly number: number;
  /** Takes note that it has been opened or closed: one is open at a time, and stands on the buttons of the others. */
  set(isOpen: boolean): void;
  leave(): void;
}

/** Finds a place for an inspector on the page, which it enters as it is first set; `close` hears that another is opened in its place. */
export function takePlace(element: HTMLElement, close: () => void): Place {
  const number = Number(inspectors().at(-1)?.dataset['number'] ?? 0) + 1;
  element.dataset['number'] = String(number);
  element.addEventListener(ASKED, close);

  return {
    number,
    set(isOpen) {
      if (isOpen)
        for (const other of inspectors()) if (other !== element) other.dispatchEvent(new Event(ASKED));
      element.toggleAttribute('data-open', isOpen);
      if (!element.isConnected) document.documentElement.append(element);
      layOut();
    },
    leave() {
      element.remove();
      layOut();
    },
  };
}

/** The closed ones lie in the corner, one above the other; the open one begins above them. */
function layOut(): void {
  const isOpen = (one: Element) => one.hasAttribute('data-open');
  const all = inspectors().sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)));
  all.forEach((one, index) => one.style.setProperty('--tidings-inspector-below', `${index * STEP}px`));
}

function inspectors(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(NAME)];
}
