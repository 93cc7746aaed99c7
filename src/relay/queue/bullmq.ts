import type * as bullmq from 'bullmq';
import { OptionError } from '../../errors.js';

/** Loads BullMQ, which is not brought along; only whoever fills or empties a queue needs it, and it touches globals. */
export async function loadBullmq(): Promise<typeof bullmq> {
  try {
    return await import('bullmq');
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new OptionError('A queue of a relay needs two packages beside this one: npm install bullmq redis', {
      cause,
    });
  }
}
