import { checkedPlan } from '../plan/checked-plan.js';
import type { Plan } from '../plan/schema.js';

/** The tracking plan that a text of JSON says; throws what is wrong with it, after the name of its file. */
export function planIn(text: string, path: string): Plan {
  try {
    return checkedPlan(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}
