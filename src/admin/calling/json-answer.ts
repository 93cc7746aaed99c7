import type { Route } from '../../api/address.js';
import { ApiError } from '../../errors.js';
import { ifPossible } from '../../lib/if-possible.js';
import { parseExactly } from './exact-json.js';

/** Reads an answer in JSON, a number that JavaScript would alter as text; what was accepted may be answered with nothing, or with a text in place of it. */
export async function jsonIn(response: Response, route: Route): Promise<unknown> {
  const { status, headers } = response;
  const rawBody = await response.text();
  const body = ifPossible(() => parseExactly(rawBody));
  const isEmpty = !rawBody.trim() || body === null;
  // Whoever asks for something and is told nothing was answered by another, such as a proxy.
  if (isEmpty && status === 200 && route.startsWith('GET '))
    throw new ApiError(route, { status, rawBody, reason: 'this is empty' });
  if (body !== undefined || isEmpty) return body;
  const isText = /^(text\/plain|$)/i.test(headers.get('Content-Type') ?? '');
  if (status === 202 && isText) return rawBody;
  throw new ApiError(route, { status, rawBody, reason: 'this is not JSON' });
}
