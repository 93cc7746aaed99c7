import { z } from 'zod';
import type { TokenInvalidation } from '../../admin/auth.js';
import { success } from '../answers.js';
import { operation, type Operation } from '../operation.js';
import { requirePerson } from '../people/people.js';
import { millisecondsSinceEpoch, user } from '../schemas.js';
import type { Service } from '../service.js';

const tokenInvalidation = user.and(
  z.object({ issuedBefore: millisecondsSinceEpoch.exactOptional() }),
) satisfies z.ZodType<TokenInvalidation>;

/** Tokens: the proof that a call from a page is made for its user. */
export const auth = (service: Service): Operation[] => [
  operation(
    'POST /api/auth/jwts/invalidate',
    { keys: ['server'], body: tokenInvalidation },
    ({ body: { issuedBefore = service.clock.now(), ...ref } }) => {
      const person = requirePerson(service, ref);
      // A token that was invalidated once never comes back.
      person.tokensFrom = Math.max(person.tokensFrom ?? 0, issuedBefore);
      return success();
    },
  ),
];
