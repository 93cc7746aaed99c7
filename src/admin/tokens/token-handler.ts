import type { UserRef } from '../../api/models/user.js';
import { must } from '../../lib/must.js';
import { mustBeSecret } from './must-be-secret.js';
import { isNodeResponse, type NodeResponse } from './node-server.js';
import { checkLife, signToken, type TokenOptions } from './sign-token.js';

/** How a server gives its own visitors their tokens. */
export interface TokenHandlerOptions<Asked = Request> extends TokenOptions {
  /** The token secret of your project. */
  secret: string;
  /** Who is logged in, by your own session; nobody gets no token. Never by what the request itself says. */
  user: (request: Asked) => UserRef | undefined | Promise<UserRef | undefined>;
  /** Hears why there is no token where nobody else would: on a server of Node's `http`. Default: `console.error`. */
  onError?: (error: unknown) => void;
}

/** What Express calls when something is in the way. */
type Next = (error: unknown) => void;

/** Answers a page's request for a token. */
export interface TokenHandler<Asked = Request> {
  /** On Node's `http`, and Express: writes the answer, or hands over the error. */
  (request: Asked, response: NodeResponse, next?: Next): void;
  /** On any server of requests and responses. */
  (request: Asked): Promise<Response>;
}

/**
 * Answers a page's request for the token of whoever is logged in: on any server of requests and responses, on Node's
 * `http` and on Express.
 *
 * Gives the token as text, or 401 when nobody is logged in.
 *
 * @example
 * ```ts
 * const token = tokenHandler({ secret: process.env.TOKEN_SECRET!, user: (request) => sessionOf(request)?.user });
 * ```
 */
export function tokenHandler<Asked = Request>({
  secret,
  user,
  // eslint-disable-next-line no-console -- A server of Node has nobody else to tell.
  onError = console.error,
  ...options
}: TokenHandlerOptions<Asked>): TokenHandler<Asked> {
  mustBeSecret('secret', secret, 'the token secret of your project');
  must(typeof user === 'function', '`user` must be a function that says who is logged in');
  if (options.expiresIn !== undefined) checkLife(options.expiresIn);

  async function answerTo(request: Asked): Promise<TokenAnswer> {
    const found = await user(request);
    if (!found) return { status: 401, text: 'Nobody is logged in' };
    return { status: 200, text: await signToken(found, secret, options) };
  }

  async function handle(request: Asked, response?: unknown, next?: Next): Promise<Response | void> {
    // Other servers hand over something of theirs there, such as the parameters of a route.
    if (!isNodeResponse(response)) {
      const { status, text } = await answerTo(request);
      return new Response(text, { status, headers });
    }
    try {
      write(response, await answerTo(request));
    } catch (error) {
      if (next) {
        next(error);
        return;
      }
      onError(error);
      write(response, { status: 500, text: 'There is no token now' });
    }
  }
  return handle as TokenHandler<Asked>;
}

interface TokenAnswer {
  status: number;
  text: string;
}

const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };

function write(response: NodeResponse, { status, text }: TokenAnswer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(text);
}
