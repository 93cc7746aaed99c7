import { z } from 'zod';
import { fields } from './fields.js';

/** What every tile has: its number, and the one that comes after it. Default: the journey ends there. */
const tile = { id: z.number(), next: z.number().exactOptional() };

/** One step of a journey. The document names the first of them, `startTileId`, and no more; the rest is ours. */
export const journeyTile = z.discriminatedUnion('kind', [
  /** Sends a campaign's message. */
  z.strictObject({ ...tile, kind: z.literal('send'), campaignId: z.number() }),
  /** Waits, in milliseconds. */
  z.strictObject({ ...tile, kind: z.literal('delay'), milliseconds: z.int().nonnegative() }),
  /** Goes on at `next` where the person's profile, or what they came with, holds all of `fields`, else at `otherwise`. */
  z.strictObject({ ...tile, kind: z.literal('branch'), fields, otherwise: z.number().exactOptional() }),
  /** Leaves the journey. */
  z.strictObject({ id: z.number(), kind: z.literal('exit') }),
]);
/** One step of a journey. */
export type JourneyTile = z.infer<typeof journeyTile>;
