import type { EmbeddedMessage } from '../api/embedded.js';
import { followAttention } from '../browser/attention.js';
import { onAddressChanged } from '../browser/navigation.js';
import { onPageHidden, onPageLeft, onPageShown } from '../browser/page.js';
import { followSight } from '../browser/sight.js';
import { ownerOf } from '../events/belongings.js';
import type { Host } from '../events/host.js';
import { createActions, type ActionOptions } from './actions.js';
import { createList } from './elements/message-list.js';
import type { Layout } from './elements/placement.js';
import type { Telling } from './telling.js';
import { createVisits } from './visits.js';

/** How messages are counted, and what clicks on them do. */
export interface DisplayOptions extends ActionOptions {
  /** How much of a message, or of the window if that is smaller, must be in view for it to be seen. Default: 0.5. */
  ratio?: number;
  /** How long it must be, in milliseconds. Default: 1 second. */
  time?: number;
  /** After how long without a sign of the visitor their visit has ended, in milliseconds. Default: 30 minutes. */
  idle?: number;
  /** Whether a visit ends when a page with a router shows another address. Default: `false`. */
  endOnNavigation?: boolean;
}

/** All that a page needs once it has messages to show. */
export interface Display extends Layout {
  /** Counts a message while an element is in view; returns the function that stops it. */
  see(message: EmbeddedMessage, element: Element): () => void;
  click(message: EmbeddedMessage, buttonId?: string): Promise<void>;
  /** Ends the visit, and stops. */
  close(): void;
}

/** What a display is made of. */
export interface DisplayParts {
  host: Host;
  options: DisplayOptions;
  /** Tells the service of the current user's messages. */
  tell: () => Telling;
  now: () => number;
}

/** Makes a display, its parts each from those above it. */
export function createDisplay({ host, options, tell, now }: DisplayParts): Display {
  const { ratio = 0.5, time = 1_000, idle = 1_800_000, endOnNavigation = false } = options;
  const owner = () => ownerOf(host);
  const sight = followSight(ratio);
  const attention = followAttention(idle, (last) => visits.end(last), now);
  const visits = createVisits({ sight, time, tell, owner, last: () => attention.last, now });
  const actions = createActions(host, tell, options);
  const stops = [
    host.on('user', () => visits.end()),
    host.on('consent', () => visits.end()),
    onPageHidden(visits.pause),
    onPageLeft(visits.pause),
    onPageShown(visits.resume),
    ...(endOnNavigation ? [onAddressChanged(() => visits.end())] : []),
    attention.close,
    sight.close,
  ];

  return {
    list: (root, element) => createList(root, element, { actions, visits, report: host.report }),
    see: visits.see,
    click: (message, buttonId) => actions.follow(message, actions.buttonOf(message, buttonId)),
    close() {
      visits.pause();
      stops.forEach((stop) => stop());
    },
  };
}
