import type { EmbeddedMessage } from '../../api/models/embedded.js';
import type { PlacementContent, PlacementElement, Room } from '../elements/placement.js';
import { placementIdOf } from '../placement-id.js';
import type { Messages } from '../placements/messages.js';
import type { Layout } from './message-list.js';

/** What content is made of. */
export interface ContentParts extends Layout {
  messages: Pick<Messages, 'hold' | 'of' | 'stateOf' | 'onChange'>;
  report: (error: unknown) => void;
}

/** The slot that takes the place of messages. */
const NAMES = { loading: 'loading', ready: 'empty', failed: 'error' } as const;

/** Keeps an element like its placement, if it has one. */
export function keepContent(
  element: PlacementElement,
  { root, setState }: Room,
  { messages, list, report }: ContentParts,
): PlacementContent {
  const id = placementIdOf(element.placementId);
  const rows = list(root, element);
  const stops = id === undefined ? [] : [messages.hold(id), messages.onChange(write), () => rows.close()];

  function write() {
    const shown = id === undefined ? [] : messages.of(id).filter(isShown).slice(0, element.limit);
    rows.write(shown);
    setState(shown.length ? '' : NAMES[id === undefined ? 'ready' : messages.stateOf(id)]);
  }
  function change(attribute: string) {
    if (attribute === 'limit') write();
    else if ((element.getAttribute('view') ?? element.view) !== element.view)
      report(new Error('A `<tidings-placement>` has an unknown `view`: it is shown as `card`'));
  }
  change('view');
  if (id === undefined) report(new Error('A `<tidings-placement>` has no number as its `placement-id`'));
  write();

  return { change, stop: () => stops.forEach((stop) => stop()) };
}

/** Whether a message has something for a visitor. */
function isShown({ elements }: EmbeddedMessage): boolean {
  return elements !== undefined;
}
