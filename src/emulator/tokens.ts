import { jwtVerify, SignJWT } from 'jose';
import type { UserRef } from '../api/user.js';
import { findPerson } from './people/people.js';
import { Refusal } from './refusal.js';
import type { Service } from './service.js';

/** The longest life of a token, in seconds (decision 2). */
const MAX_LIFE = 31_536_000;

/**
 * Checks the token of a call (decisions 2 and 3): its signature, its one identity, its life, and that the
 * user did not have tokens of its age invalidated.
 */
export async function tokenUser(
  service: Service,
  authorization: string | null,
  route: string,
): Promise<UserRef> {
  const refusal = (msg: string) =>
    new Refusal('InvalidJwtPayload', msg, { params: { endpoint: route.replace(/^\w+ /, '') } });
  const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
  if (!token) throw refusal('The `Authorization` header must be `Bearer <token>`');
  const { email, userId, iat, exp } = await payloadOf(service, token).catch((error: unknown) => {
    throw refusal(`The token is refused: ${(error as Error).message}`);
  });
  const names = [email, userId].filter((name) => name !== undefined);
  if (names.length !== 1 || typeof names[0] !== 'string') {
    throw refusal('The token must name one of `email` and `userId`');
  }
  if (typeof iat !== 'number' || typeof exp !== 'number')
    throw refusal('The token must have `iat` and `exp`');
  if (exp - iat > MAX_LIFE) throw refusal('The token must not live longer than a year');
  const user = (email === undefined ? { userId } : { email }) as UserRef;
  const from = findPerson(service, user)?.tokensFrom ?? 0;
  if (iat * 1000 < from)
    throw refusal('The token was issued before the tokens of this user were invalidated');
  return user;
}

/** Refuses a call made for another user than its token's; one that names nobody is made for nobody else. */
export function checkTokenUser(owner: UserRef, caller: Partial<Record<'email' | 'userId', string>>): void {
  if (caller.email === undefined && caller.userId === undefined) return;
  const isSame =
    owner.email === undefined
      ? owner.userId === caller.userId
      : owner.email.toLowerCase() === caller.email?.toLowerCase();
  if (!isSame)
    throw new Refusal('JwtUserIdentifiersMismatched', 'The token is of another user than the call');
}

async function payloadOf({ tokenSecret, clock }: Service, token: string): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(tokenSecret), {
    algorithms: ['HS256'],
    currentDate: new Date(clock.now()),
  });
  return payload;
}

/** Signs a token as the customer's own server does (decision 2); it expires after so many seconds. */
export function signToken(
  { tokenSecret, clock }: Service,
  user: UserRef,
  expiresIn: number,
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({ ...user })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .sign(new TextEncoder().encode(tokenSecret));
}
