import { ApiError } from '../errors.js';
import { redact } from '../lib/redact.js';
import { retryAfter } from '../lib/retry-after.js';
import type { Route } from './address.js';

/** How an answer is read: parsed, as it came, as it comes, or not at all. */
export type AnswerForm = 'json' | 'text' | 'stream' | 'nothing';

/** What is known of the call that is answered. */
export interface Question {
  route: Route;
  form: AnswerForm;
  /** The field that tells a bare answer from one wrapped in the envelope's `params`. */
  unwrap: string | undefined;
  /** What must not appear in an error's message. */
  secrets: readonly string[];
  signal: AbortSignal | undefined;
  /** The time at which `Retry-After` is read, in milliseconds since the epoch. */
  now: number;
}

/** Reads an answer in the form its operation documents, or rejects with what the service said instead. */
export async function readAnswer(response: Response, question: Question): Promise<unknown> {
  if (isRedirect(response)) throw new TypeError('A redirect is not followed: it could carry the key away');
  if (!response.ok) throw await refusalOf(response, question);
  if (question.form === 'stream') return streamOf(response, question.signal);

  const rawBody = await response.text();
  if (question.form === 'nothing') return undefined;
  if (question.form === 'text') return rawBody;
  if (!rawBody) return undefined;
  const body = parse(rawBody);
  if (body === undefined) {
    throw new ApiError(question.route, { status: response.status, rawBody, reason: 'this is not JSON' });
  }
  return question.unwrap ? unwrapped(body, question.unwrap) : body;
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** The body as it comes; it stops when the caller's signal does. */
function streamOf({ body }: Response, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const stream = body ?? new Blob([]).stream();
  return signal ? stream.pipeThrough(new TransformStream(), { signal }) : stream;
}

/** Some deployments wrap the bare model in the envelope's `params`. */
function unwrapped(body: unknown, key: string): unknown {
  const { params } = (body ?? {}) as { params?: unknown };
  return params && typeof params === 'object' && key in params ? params : body;
}

async function refusalOf(response: Response, { route, secrets, now }: Question): Promise<ApiError> {
  const rawBody = await response.text();
  const body = parse(rawBody);
  const { status, headers } = response;
  const { msg, params } = (body ?? {}) as { msg?: unknown; params?: { rateLimitReset?: unknown } | null };
  const reset = params?.rateLimitReset;
  return new ApiError(route, {
    status,
    rawBody,
    body,
    reason: typeof msg === 'string' ? redact(msg, secrets) : '',
    retryAfter:
      retryAfter(headers.get('Retry-After'), now) ??
      retryAfter(typeof reset === 'number' ? String(reset) : null, now),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON; whoever wants it has the raw body.
  }
}
