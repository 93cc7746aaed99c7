import { sheetFor } from '../browser/style-sheet.js';
import { ifPossible } from '../lib/if-possible.js';
import { make, write } from './make.js';
import { takePlace } from './places.js';
import { createSaid } from './said.js';
import { STYLE } from './style.js';

/** What the inspector is drawn in. */
export interface Panel {
  readonly isOpen: boolean;
  /** Says in few words how things are: to those who see it, and to those who hear it. */
  say(brief: string): void;
  remove(): void;
}

/** How a panel begins. */
export interface PanelOptions {
  parts: readonly HTMLElement[];
  /** What the page sees and styles: it stands in the slots of the parts. */
  own: readonly HTMLElement[];
  /** What is drawn on the page while it is open. */
  overlay: HTMLElement;
  isOpen: boolean;
  /** Hears that it was opened. */
  onOpen: () => void;
  /** Hears that the visitor has opened or closed it. */
  onToggle?: ((isOpen: boolean) => void) | undefined;
}

/** Lays the panel over the page, in a root that the page does not see into. */
export function createPanel({ parts, own, overlay, isOpen, onOpen, onToggle }: PanelOptions): Panel {
  const element = document.createElement('tidings-inspector');
  const place = takePlace(element, () => isOpen && change());
  const name = place.number > 1 ? `Tidings ${place.number}` : 'Tidings';
  const root = element.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [sheetFor(element, STYLE)];
  const brief = make('span', { class: 'brief' });
  const toggle = make('button', { type: 'button', 'aria-controls': 'body' }, make('b', {}, name), brief);
  const body = make(
    'div',
    { id: 'body', tabindex: '0', role: 'group', 'aria-label': `What ${name} does` },
    ...parts,
  );
  const said = createSaid(() => isOpen);
  const aside = make('aside', { 'aria-label': `${name} inspector` }, toggle, body, said.element);

  function set(next: boolean) {
    isOpen = next;
    aside.className = isOpen ? 'open' : '';
    body.hidden = !isOpen;
    overlay.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    place.set(isOpen);
    if (isOpen) onOpen();
  }
  function change() {
    set(!isOpen);
    onToggle?.(isOpen);
  }
  toggle.addEventListener('click', change);
  aside.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // It is not meant for what the page has open.
    event.stopPropagation();
    change();
    toggle.focus();
  });
  root.append(overlay, aside);
  element.append(...own);
  set(isOpen);
  // What the page does to its root, such as to scale it, does not move what lies in the top layer.
  element.popover = 'manual';
  ifPossible(() => element.showPopover());

  return {
    get isOpen() {
      return isOpen;
    },
    say(words) {
      write(brief, words);
      if (!isOpen) return;
      said.say(words);
      // Before all is drawn in it, it would move under the pointer as that comes.
      body.className = 'drawn';
    },
    remove() {
      said.stop();
      place.leave();
    },
  };
}
