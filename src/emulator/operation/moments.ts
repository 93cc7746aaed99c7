import { z } from 'zod';
import { momentOf, utcTime } from '../time.js';

/** A time as `YYYY-MM-DD HH:MM:SS` in UTC. */
export const utcText = z
  .string()
  .refine((text) => utcTime(text) !== undefined, 'is not a time such as `2030-01-31 09:00:00`, in UTC');

/** A date, or a date and time, in ISO 8601. */
export const isoText = z
  .string()
  .refine(
    (text) => !Number.isNaN(momentOf(text)),
    'is not a time in ISO 8601, such as `2030-01-31T09:00:00Z`',
  );
