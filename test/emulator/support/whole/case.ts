import type { World } from './world.js';

/** Two calls of one operation: one that works, and one that is refused for a reason. */
export interface Case {
  works: (world: World) => Promise<unknown>;
  refused: (world: World) => Promise<unknown>;
  /** The status and the code it is refused with. */
  because: string;
}

/** The cases of operations, by their names in the SDK. */
export type Cases = Record<string, Case>;

/** A refusal of a key, for an operation that takes nothing that could be wrong. */
export const unknownKey = '401 BadApiKey';
export const badParams = '400 BadParams';
export const unknownEmail = '400 UnknownEmailError';
export const unknownUserId = '400 UnknownUserIdError';
export const notFound = '404 NotFound';
