import type { UserRef } from '../api/models/user.js';

/** How long before it expires a token is replaced, in milliseconds. */
const MARGIN = 60_000;

/** What a token says of itself. It is not checked here: that is the service's to do. */
export interface Claims {
  email?: unknown;
  userId?: unknown;
  /** In seconds since the epoch. */
  exp?: unknown;
}

/** What a JSON Web Token says; nothing if it cannot be read here. */
export function claimsOf(token: string): Claims {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(payload, (letter) => letter.charCodeAt(0));
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as Claims) };
  } catch {
    return {}; // The service will say when it has had enough of it.
  }
}

/** Whether a token is a user's, as far as it can be read here. */
export function isTokenOf({ email, userId }: UserRef, token: string): boolean {
  const claims = claimsOf(token);
  return (
    (claims.email ?? claims.userId) === undefined ||
    (isSame(claims.email, email) && isSame(claims.userId, userId))
  );
}

function isSame(claimed: unknown, asked: string | undefined): boolean {
  return String(claimed).toLowerCase() === String(asked).toLowerCase();
}

/** When a token is due for renewal, in milliseconds since the epoch; never, if this device's clock must be wrong. */
export function renewalOf(token: string, now: number): number {
  const life = Number(claimsOf(token).exp) * 1000 - now;
  return life > 0 ? now + Math.max(life - MARGIN, life / 2) : Infinity;
}
