import { json } from '../operation/answers.js';
import type { Fault } from './faults.js';

/** The connection breaks: what a fault of kind `drop` or `lose` rejects with. */
export class BrokenConnection extends TypeError {}

/** What a fault does before the service acts. */
export async function before(fault: Fault | undefined): Promise<void> {
  if (fault?.kind === 'drop') throw new BrokenConnection('The connection broke before the service acted');
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delay));
}

/** Whether a fault answers instead of the service. */
export function isAnsweredByFault(fault: Fault | undefined): fault is Fault {
  return fault?.kind === 'status';
}

/** What a fault answers: the body that was asked for, or the envelope with its code. */
export function faultAnswer({ status = 500, retryAfter, code, body, ...more }: Fault): Response {
  const headers = {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...more.headers,
  };
  // These statuses have no body, and a `Response` refuses to be made with one.
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  const usual = status === 429 ? 'RateLimitExceeded' : 'GenericError';
  const envelope = { msg: 'A fault that was asked for', code: code ?? usual, params: null };
  return json(body ?? envelope, { status, headers });
}

/** The answer as a fault leaves it. */
export function spoiled(response: Response, fault: Fault | undefined): Response {
  const { status } = response;
  const json = { 'Content-Type': 'application/json' };
  if (fault?.kind === 'lose') throw new BrokenConnection('The connection broke after the service acted');
  if (fault?.kind === 'malformed') return new Response('{"msg": "half of an ', { status, headers: json });
  if (fault?.kind === 'half') return new Response(broken('{"msg": "half'), { status, headers: json });
  if (fault?.kind !== 'html') return response;
  return new Response('<!doctype html><title>Gateway</title>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

/** A body that breaks off after its first words. */
function broken(start: string): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      if (!isFirst) {
        controller.error(new BrokenConnection('The connection broke in the middle of the answer'));
        return;
      }
      isFirst = false;
      controller.enqueue(new TextEncoder().encode(start));
    },
  });
}
