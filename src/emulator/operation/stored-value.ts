import type { z } from 'zod';
import type { DataFields } from '../../api/models/data-fields.js';
import { dataFields } from './schemas.js';

/** How large a catalog item or a metadata value may be, in bytes (Limits of the document). */
export const MAX_SIZE = 30_000;

/** How many bytes a value takes as JSON. */
export function sizeOf(value: DataFields): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** An object of at most 30 kB. */
export const storedValue = dataFields.superRefine((value, context) => {
  const size = sizeOf(value);
  if (size > MAX_SIZE) {
    context.addIssue({ code: 'custom', message: `is of ${size} bytes, and 30 kB are the most` });
  }
}) satisfies z.ZodType<DataFields>;
