import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { placementIdOf } from '../message.js';
import type { MessageList, PlacementElement, PlacementSource } from './placement.js';
import { sheetFor } from '../../browser/style-sheet.js';

/** What stands in an element: the messages of its placement, or what takes their place. */
export interface PlacementContent {
  /** Shows what has changed. */
  write(): void;
  stop(): void;
}

/** The slot that takes the place of messages. */
const NAMES = { loading: 'loading', ready: 'empty', failed: 'error' };
/** The room that is kept until the messages are there. */
const STYLE = `
:host { display: block }
:host([hidden]) { display: none }
.loading { min-block-size: var(--tidings-min-height, 20rem) }
:host([view=banner]) .loading { min-block-size: var(--tidings-min-height, 9rem) }
:host([view=notification]) .loading { min-block-size: var(--tidings-min-height, 5rem) }`;
/** Whatever the page's own style says. */
const GONE = ':host { display: none !important }';

/** Keeps an element like its placement. What lays messages out is loaded while the service is asked. */
export function keepContent(element: PlacementElement, source: PlacementSource): PlacementContent {
  const { messages, load, report } = source;
  const { root, setState } = createRoom(element);
  let list: MessageList | undefined;
  let loading: Promise<void> | undefined;
  let isStopped = false;
  let hasFailed = false;

  function write() {
    const id = placementIdOf(element.placementId) ?? '';
    const shown = messages.of(id).filter(isShown).slice(0, element.limit);
    const state = hasFailed ? 'failed' : shown.length ? 'loading' : messages.stateOf(id);
    if (state === 'loading') loading ??= begin();
    list?.write(shown);
    setState(shown.length && list ? '' : NAMES[state]);
  }
  async function begin() {
    try {
      const layout = await load();
      if (!isStopped) list = layout.list(root, element);
    } catch (error) {
      hasFailed = true;
      report(error);
    }
    if (!isStopped) write();
  }
  const stop = messages.onChange(write);
  write();

  return {
    write,
    stop() {
      isStopped = true;
      stop();
      list?.close();
      root.replaceChildren();
    },
  };
}

/** Makes the root of an element, with the slot for what takes the place of messages. */
function createRoom(element: PlacementElement) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const gone = sheetFor(element);
  const room = document.createElement('div');
  const slot = document.createElement('slot');
  root.adoptedStyleSheets = [sheetFor(element, STYLE), gone];
  room.append(slot);
  root.replaceChildren(room);

  /** Takes no room when there is nothing to show. */
  function hide() {
    const isNothing = /empty|error/.test(slot.name) && !slot.assignedElements().length;
    gone.replaceSync(isNothing ? GONE : '');
  }
  slot.addEventListener('slotchange', hide);

  return {
    root,
    setState(name: string) {
      room.hidden = !name;
      room.className = name;
      slot.name = name;
      hide();
    },
  };
}

/** Whether a message has something for a visitor. */
function isShown({ elements }: EmbeddedMessage): boolean {
  return elements !== undefined;
}
