import type { UserRef } from '../../api/models/user.js';
import { must } from '../../lib/must.js';
import { signToken, type TokenOptions } from './sign-token.js';

/** How a server gives its own visitors their tokens. */
export interface TokenHandlerOptions extends TokenOptions {
  /** The token secret of your project. */
  secret: string;
  /** Who is logged in, by your own session; nobody gets no token. Never by what the request itself says. */
  user: (request: Request) => UserRef | undefined | Promise<UserRef | undefined>;
}

/**
 * Answers a page's request for the token of whoever is logged in, for any server of requests and responses.
 *
 * Gives the token as text, or 401 when nobody is logged in.
 *
 * @example
 * ```ts
 * const token = tokenHandler({ secret: process.env.TOKEN_SECRET!, user: (request) => sessionOf(request)?.user });
 * ```
 */
export function tokenHandler({ secret, user, ...options }: TokenHandlerOptions) {
  must(typeof secret === 'string' && secret !== '', '`secret` must be the token secret of your project');
  must(typeof user === 'function', '`user` must be a function that says who is logged in');
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };

  return async (request: Request): Promise<Response> => {
    const found = await user(request);
    if (!found) return new Response('Nobody is logged in', { status: 401, headers });
    return new Response(await signToken(found, secret, options), { headers });
  };
}
