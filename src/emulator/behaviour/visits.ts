import { items } from '../seed/items.js';
import { between, pick, type Luck } from '../seed/luck.js';
import { MINUTE } from '../time.js';
import { waiting } from './chance.js';
import { order, type Step } from './steps.js';

/** What someone does in a visit, and when. */
interface Planned {
  /** How long after its beginning, in milliseconds. */
  after: number;
  step: Step;
}

/** A visit to the shop, as chance has it: what is looked at, and what comes of it. */
export function visitOf(luck: Luck): Planned[] {
  const steps: Planned[] = [];
  let after = 0;
  const then = (step: Step) => {
    steps.push({ after, step });
    after += waiting(luck, 1.5 * MINUTE);
  };

  if (luck() < 0.04) then({ kind: 'unknown' });
  if (luck() < 0.25) then({ kind: 'site' });
  if (luck() < 0.1) then({ kind: 'inbox' });
  if (luck() < 0.3) then(tracked('searched', { query: pick(luck, items).name.split(' ')[1] }));
  for (let count = between(luck, 1, 5); count > 0; count -= 1) then(viewed(luck));
  const end = luck();
  if (end < 0.12) then(order(luck));
  else if (end < 0.2) then(tracked('cart-left', {}));
  else if (end < 0.24) then({ kind: 'stock', itemName: pick(luck, items).name });
  return steps;
}

function viewed(luck: Luck): Step {
  const { id: sku, name, category } = pick(luck, items);
  return tracked(luck() < 0.12 ? 'favourite-added' : 'product-viewed', { sku, name, category });
}

function tracked(eventName: string, fields: Record<string, unknown>): Step {
  return { kind: 'event', eventName, fields };
}
