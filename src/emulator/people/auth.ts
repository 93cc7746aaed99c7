import { z } from 'zod';
import type { TokenInvalidation } from '../../admin/operations/auth.js';
import { success } from '../operation/answers.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from './people.js';
import { millisecondsSinceEpoch, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

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
