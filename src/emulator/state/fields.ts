import { z } from 'zod';

/** Fields of a project's own, by name. */
export const fields = z.record(z.string(), z.unknown());
