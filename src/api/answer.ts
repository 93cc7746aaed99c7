import { ApiError } from '../errors.js';
import { parsed } from '../lib/parsed.js';
import { redact } from '../lib/redact.js';
import { retryAfter } from '../lib/retry-after.js';
import type { Route } from './address.js';

/** What is known of the call that is answered. */
export interface AnsweredCall {
  route: Route;
  /** What must not appear in an error's message, as words. */
  secrets: string;
  /** The time, in milliseconds since the epoch: asked for where a refusal says when to come back. */
  now: () => number;
  /** Reads the answer of an operation that is not answered in JSON. */
  read: ((response: Response) => unknown) | undefined;
}

/** What the service says of a call that it refuses, as far as anybody can tell. */
interface Envelope {
  code?: unknown;
  msg?: unknown;
  params?: { rateLimitReset?: unknown } | null;
}

/**
 * What is not answered by a word, or not said to be, as what became of embedded messages; all else that is answered
 * without one was by another, such as a proxy.
 */
export const WORDLESS = /^G|embedded/;

/** Reads an answer, or rejects with what the service said instead. */
export async function readAnswer(response: Response, call: AnsweredCall): Promise<unknown> {
  const { ok, status, headers } = response;
  if (!ok && status < 400) throw new TypeError('A redirect could carry the key away');
  if (ok && call.read) return call.read(response);

  const rawBody = await response.text();
  const body = parsed(rawBody);
  const { code, msg, params } = { ...(body as Envelope) };
  // The service's own word has a `msg` beside it; others say `code`, too.
  const word = redact(msg !== undefined && code, call.secrets);
  if (ok && (word || (WORDLESS.test(call.route) && (!rawBody || body !== undefined)))) return body;
  throw new ApiError(call.route, {
    status,
    rawBody,
    body,
    // Anything but a word could hold what must not be logged.
    code: /^\w{1,50}$/.exec(word)?.[0],
    reason: ok ? 'no answer' : redact(msg, call.secrets),
    retryAfter: retryAfter(headers.get('Retry-After'), params?.rateLimitReset, call.now()),
  });
}
