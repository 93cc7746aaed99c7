import { z } from 'zod';
import type { Service } from './service.js';

/** A place for embedded messages. No operation makes one; a person does by hand. */
export const placementRow = z.object({ id: z.number(), name: z.string() });
/** A place for embedded messages. */
export type PlacementRow = z.infer<typeof placementRow>;

/** Every placement that was made by hand, by number; where there is none, a template may name any. */
export const placementsOf = (service: Service) => service.tables.table<PlacementRow>('placements');
