import type { PlacementElement, Room } from './placement.js';

/**
 * The room that is kept until the messages are there. What keeps it open starts at the visitor's own size of text, and
 * leaves alone what stands in the slot.
 */
const STYLE = `
:host { display: block }
:host([hidden]) { display: none }
.loading { display: flow-root }
.loading::before { content: ''; float: left; font-size: medium; block-size: var(--tidings-min-height, 20em) }
:host([view=banner]) .loading::before { block-size: var(--tidings-min-height, 9em) }
:host([view=notification]) .loading::before { block-size: var(--tidings-min-height, 5em) }`;
/** Whatever the page's own style says. */
const GONE = ':host { display: none !important }';

/** Makes the root of an element, with the slot for what takes the place of messages. */
export function createRoom(element: PlacementElement): Room {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  // By hand, since what is loaded at once would else bring what makes all others.
  const sheet = new (element.ownerDocument.defaultView ?? window).CSSStyleSheet();
  const room = document.createElement('div');
  const slot = document.createElement('slot');
  let style = '';
  root.adoptedStyleSheets = [sheet];
  room.append(slot);
  root.replaceChildren(room);

  /** Takes no room when there is nothing to show. */
  function look() {
    const isNothing = /empty|error/.test(slot.name) && !slot.assignedElements().length;
    const next = isNothing ? GONE : STYLE;
    if (next !== style) sheet.replaceSync((style = next));
  }
  slot.addEventListener('slotchange', look);

  return {
    root,
    setState(name) {
      room.hidden = !name;
      room.className = name;
      slot.name = name;
      look();
    },
  };
}
