import type { TrackedCustom, TrackedEvent } from '../events/event.js';
import { breaksOf } from './breaks-of.js';
import type { Plan } from './schema.js';

/** What breaks a plan. */
export interface Broken {
  /** The event as it is recorded. */
  event: TrackedCustom;
  /** What is wrong, such as `price must be a number, and is a string`. It names fields, and never tells what they hold. */
  reason: string;
}

/** Who hears of what breaks a plan. */
export interface CheckOptions {
  /** Hears of it each time. Default: the console is told, once for each event and reason. */
  onBroken?: (broken: Broken) => void;
}

/**
 * A `beforeRecord` for development, which tells what breaks a tracking plan in JSON Schema. Every event goes on as it came;
 * of those that are not custom, nothing is checked. The console is told of a plan that `tidings types` would refuse, too.
 *
 * @example
 * ```ts
 * import { createClient } from 'tidings';
 * import { checkedBy, type Plan } from 'tidings/plan';
 *
 * declare const plan: Plan; // import plan from './plan.json';
 * createClient({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com', beforeRecord: checkedBy(plan) });
 * ```
 */
export function checkedBy(
  plan: Plan,
  { onBroken = toldOnce() }: CheckOptions = {},
): <Event extends TrackedEvent>(event: Event) => Event {
  // It comes by itself: no page waits for it, and what it finds is for who writes the plan.
  const read = import('./checked-plan.js').then(({ checkedPlan }) => checkedPlan(plan)).catch(unread);
  return (event) => {
    try {
      if (event.kind === 'custom') for (const reason of breaksOf(event, plan)) onBroken({ event, reason });
    } catch (error) {
      // Nothing is lost: the event is recorded. Of a plan that cannot be read, there are better words.
      void read.then((found) => found && warn((error as Error).message));
    }
    return event;
  };
}

/** Tells the console, once for each event and reason. */
function toldOnce(): (broken: Broken) => void {
  const told = new Set<string>();
  return ({ event, reason }) => {
    const text = `${event.name} breaks the plan: ${reason}`;
    if (!told.has(text)) warn(text);
    told.add(text);
  };
}

function unread({ message }: Error): void {
  warn(`cannot read the plan: ${message}`);
}

function warn(text: string): void {
  // eslint-disable-next-line no-console -- It is for who writes the page.
  console.warn(`tidings: ${text}`);
}
