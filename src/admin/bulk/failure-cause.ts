import type { Open } from '../../api/models/open-word.js';

/** Why an item was not taken. */
export interface FailureCause {
  /** In one or two words. */
  reason: Open<
    | 'invalid'
    | 'tooLarge'
    | 'refused'
    | 'conflict'
    | 'forgotten'
    | 'invalidData'
    | 'invalidEmail'
    | 'invalidUserId'
    | 'notFound'
    | 'notUpdated'
    | 'disallowedEvent'
  >;
  /** The service's own word, where it has one. */
  code?: string | undefined;
  /** What is wrong, in a sentence, where that is known. */
  message?: string | undefined;
  /** Whether the same item could be taken later. */
  retryable: boolean;
}
