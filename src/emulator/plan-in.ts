import { readPlan } from '../plan/read-plan.js';
import type { Plan } from '../plan/schema.js';

/** The tracking plan that a file holds; throws what is wrong with it, after the name of the file. */
export function planIn(bytes: Uint8Array, path: string): Plan {
  try {
    return readPlan(bytes);
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}
