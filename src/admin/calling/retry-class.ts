/**
 * When a call may be repeated by itself.
 *
 * `read`: whatever went wrong on the way. `repeatable`: a write that says the same thing twice. `once`: a write that
 * must not be made twice, so only when it was refused for its pace, before it acted. `never`: what reaches people.
 */
export type RetryClass = 'read' | 'repeatable' | 'once' | 'never';

/** The classes by verb; a `POST` says nothing of what it does, and is taken for what must not be made twice. */
const verbs: Record<string, RetryClass> = {
  GET: 'read',
  PUT: 'repeatable',
  PATCH: 'repeatable',
  DELETE: 'repeatable',
};

/** When a call may be repeated: as the row of its operation says, or its verb, unless it is known to do no harm twice. */
export function retryClassOf(operation: string, retry: RetryClass | undefined, isSafe: boolean): RetryClass {
  const [verb = ''] = operation.split(' ');
  const found = retry ?? verbs[verb] ?? 'once';
  return isSafe && found !== 'read' ? 'repeatable' : found;
}
