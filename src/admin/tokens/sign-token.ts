import type { UserRef } from '../../api/models/user.js';
import { must } from '../../lib/must.js';
import { mustBeSecret } from './must-be-secret.js';
import { webCrypto } from './web-crypto.js';

/** How a token is signed. */
export interface TokenOptions {
  /** How long the token lives, in seconds, at most a year. Default: one hour. */
  expiresIn?: number;
  /** The time, in milliseconds since the epoch. Default: the machine's clock. */
  now?: () => number;
}

/** The longest life of a token, in seconds (decision 2). */
const YEAR = 31_536_000;

/** Refuses what is no life of a token. */
export function checkLife(expiresIn: unknown): void {
  must(
    typeof expiresIn === 'number' && expiresIn > 0 && expiresIn <= YEAR,
    '`expiresIn` must be a number of seconds above 0, at most a year',
  );
}

/**
 * A token for a user, signed with the project's secret, as `getToken` of a page is to give it.
 *
 * @example
 * ```ts
 * const token = await signToken({ email: 'ada@example.com' }, process.env.TOKEN_SECRET!);
 * ```
 */
export async function signToken(
  user: UserRef,
  secret: string,
  { expiresIn = 3_600, now = Date.now }: TokenOptions = {},
): Promise<string> {
  const { email, userId } = { ...user } as Record<string, unknown>;
  must(
    (email === undefined) !== (userId === undefined) && isName(email ?? userId),
    'The user must have one of `email` and `userId`',
  );
  mustBeSecret('secret', secret, 'the token secret of your project');
  checkLife(expiresIn);
  // With decimals, so that a token signed just after older ones were invalidated is not one of them.
  const iat = now() / 1_000;
  const payload = { ...(email === undefined ? { userId } : { email }), iat, exp: iat + expiresIn };
  const { subtle, encode } = webCrypto();
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => encoded(encode(JSON.stringify(part))));
  const content = parts.join('.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', encode(secret), algorithm, false, ['sign']);
  return `${content}.${encoded(new Uint8Array(await subtle.sign('HMAC', key, encode(content))))}`;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function encoded(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
