import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { followAttention } from '../../browser/attention.js';
import { onAddressChanged } from '../../browser/navigation.js';
import { isVisible, onPageHidden, onPageLeft, onPageShown } from '../../browser/page.js';
import { ownerOf } from '../../host/kept-for-user.js';
import type { LinkOptions } from '../../host/links.js';
import { buttonOf, createActions, type ActionParts } from './actions.js';
import { createList, type Layout } from './message-list.js';
import { createImpressions } from './impressions.js';
import { createSight } from './sight.js';

/** How messages are counted, and what clicks on them do. */
export interface DisplayOptions extends LinkOptions<EmbeddedMessage> {
  /** How much of a message, or of the window if that is smaller, must be in view for it to be seen. Default: 0.5. */
  ratio?: number;
  /** How long it must be in view to be seen, in milliseconds. Default: 1 second. */
  time?: number;
  /** After how long without a sign of the visitor a session has ended, in milliseconds. Default: 30 minutes. */
  idle?: number;
  /** Whether a session ends when a page with a router shows another address. Default: `false`. */
  endOnNavigation?: boolean;
}

/** All that a page needs once it has messages to show. */
export interface Display extends Layout {
  /** Counts a message while an element is in view; returns the function that stops it. */
  watch(message: EmbeddedMessage, element: Element): () => void;
  click(message: EmbeddedMessage, buttonId?: string): Promise<void>;
  /** Ends the session, and stops. */
  close(): void;
}

/** What a display is made of. */
export interface DisplayParts extends Omit<ActionParts, 'options'> {
  options: DisplayOptions;
  now: () => number;
}

/** Makes a display. */
export function createDisplay(parts: DisplayParts): Display {
  const { host, options, tell, isTheirs, now } = parts;
  const { ratio = 0.5, time = 1_000, idle = 1_800_000, endOnNavigation = false } = options;
  const attention = followAttention({ idle, onReturn: (last) => impressions.end(last), now });
  const sight = createSight(ratio, now);
  const impressions = createImpressions({
    ...{ sight, time, tell, now },
    owner: () => ownerOf(host),
    last: () => attention.last,
  });
  const actions = createActions(parts);
  const end = () => impressions.end();
  const stops = [
    host.on('user', end),
    host.on('consent', end),
    onPageHidden(impressions.pause),
    onPageLeft(impressions.pause),
    onPageShown(() => {
      impressions.resume();
      sight.look();
    }),
    ...(endOnNavigation ? [onAddressChanged(end)] : []),
    attention.close,
    sight.close,
  ];
  if (!isVisible()) impressions.pause();

  return {
    list: (root, element) => createList(root, element, { actions, ...impressions, report: host.report }),
    watch: (message, element) => (isTheirs(message) ? impressions.watch(message, element) : () => undefined),
    click: async (message, buttonId) => actions.follow({ message, button: buttonOf(message, buttonId) }),
    close() {
      impressions.pause();
      stops.forEach((stop) => stop());
    },
  };
}
