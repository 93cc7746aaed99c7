import { decodeJwt, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { UserRef } from '../../api/models/user.js';
import { findPerson } from '../people/people.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';

/** The longest life of a token, in seconds (decision 2). */
const MAX_LIFE = 31_536_000;

/** How far the clock of the customer's own server may be ahead, in seconds. */
const CLOCK_SKEW = 60;

/**
 * Checks the token of a call (decisions 2 and 3): its signature, its one identity, its life, and that the
 * user did not have tokens of its age invalidated.
 *
 * An `iat` of whole seconds, as most servers write it, stands for the start of its second. So a token that is signed
 * in the very second in which the older ones are invalidated counts as one of those: rather a new one refused for less
 * than a second than an old one taken. An `iat` with decimals, as {@link signToken} writes it, leaves no doubt.
 */
export async function tokenUser(
  service: Service,
  authorization: string | null,
  route: string,
): Promise<UserRef> {
  const refusal = (msg: string) =>
    new Refusal('InvalidJwtPayload', msg, { params: { endpoint: route.replace(/^\w+ /, '') } });
  const token = tokenIn(authorization);
  if (!token) throw refusal('The `Authorization` header must be `Bearer <token>`');
  const { email, userId, iat, exp } = await payloadOf(service, token).catch((error: unknown) => {
    throw refusal(`The token is refused: ${(error as Error).message}`);
  });
  const user = userOf({ email, userId });
  if (!user) throw refusal('The token must name one of `email` and `userId`');
  if (typeof iat !== 'number' || typeof exp !== 'number')
    throw refusal('The token must have `iat` and `exp`');
  if (exp - iat > MAX_LIFE) throw refusal('The token must not live longer than a year');
  // It would live longer than a year from now, and outlive every invalidation until its time has come.
  if (iat > service.clock.now() / SECOND + CLOCK_SKEW) throw refusal('The token is issued in the future');
  const from = findPerson(service, user)?.tokensFrom ?? 0;
  if (Math.round(iat * SECOND) < from)
    throw refusal('The token was issued before the tokens of this user were invalidated');
  return user;
}

/** Whose token a call carries, as the token says, whether it is a good one or not. */
export function statedUser(authorization: string | null): UserRef | undefined {
  const token = tokenIn(authorization);
  try {
    return token === undefined ? undefined : userOf(decodeJwt(token));
  } catch {
    return undefined; // What cannot be read names nobody; the checks of the call say so to the caller.
  }
}

function tokenIn(authorization: string | null): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}

/** The one user that a token names. */
function userOf({ email, userId }: Record<string, unknown>): UserRef | undefined {
  const isOne = (email === undefined) !== (userId === undefined);
  const name = email ?? userId;
  if (!isOne || typeof name !== 'string' || !name) return undefined;
  return email === undefined ? { userId: name } : { email: name };
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

/** What the tokens say that were found good: a signature is checked once, the times of a token with every call. */
const verified = new WeakMap<Service, Map<string, JWTPayload>>();
/** How many of them are remembered; the oldest make room. */
const MOST = 10_000;

async function payloadOf(service: Service, token: string): Promise<JWTPayload> {
  const known = verified.get(service) ?? new Map<string, JWTPayload>();
  verified.set(service, known);
  const before = known.get(token);
  if (before && isTimely(before, service.clock.now())) return before;
  const { payload } = await jwtVerify(token, new TextEncoder().encode(service.tokenSecret), {
    algorithms: ['HS256'],
    currentDate: new Date(service.clock.now()),
  });
  const [oldest] = known.size < MOST ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(token, payload);
  return payload;
}

/** Whether a token is neither over nor to come; where it is, its signature is looked at anew, for the words of the refusal. */
function isTimely({ exp = Infinity, nbf = -Infinity }: JWTPayload, now: number): boolean {
  const second = Math.floor(now / SECOND);
  return exp > second && nbf <= second;
}

/**
 * Signs a token as the customer's own server does (decision 2); it expires after so many seconds.
 *
 * Its `iat` tells milliseconds, so that it is told from those that are invalidated in the same second.
 */
export function signToken(
  { tokenSecret, clock }: Service,
  user: UserRef,
  expiresIn: number,
): Promise<string> {
  const issuedAt = clock.now() / SECOND;
  return new SignJWT({ ...user })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.floor(issuedAt) + expiresIn)
    .sign(new TextEncoder().encode(tokenSecret));
}
