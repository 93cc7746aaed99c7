import { z } from 'zod';

/** Something to be done at a time. It is data, so that it can be saved; `kind` says what is done with it. */
export const task = z.object({
  id: z.number(),
  /** In milliseconds since the epoch. */
  at: z.number(),
  kind: z.string(),
  about: z.unknown(),
});
/** Something to be done at a time. It is data, so that it can be saved; `kind` says what is done with it. */
export type Task = z.infer<typeof task>;
