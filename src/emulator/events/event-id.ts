import type { z } from 'zod';

/** The most bytes of an event's id (decision 14). */
const MAX_ID_BYTES = 512;

/** The id of an event: a text of some form that is not longer than the service keeps. */
export const eventId = (form: z.ZodString) =>
  form.refine((id) => Buffer.byteLength(id) <= MAX_ID_BYTES, `is over ${MAX_ID_BYTES} bytes`);
