import { ApiError } from '../errors.js';
import { redact } from '../lib/redact.js';
import { retryAfter } from '../lib/retry-after.js';
import type { Route } from './address.js';

/** How an answer is read: parsed, as it came, as it comes, or not at all. */
export type AnswerForm = 'json' | 'text' | 'stream' | 'nothing';

/** What is known of the call that is answered. */
export interface AnsweredCall {
  route: Route;
  form: AnswerForm;
  /** The field that tells a bare answer from one wrapped in the envelope's `params`. */
  unwrap: string | undefined;
  /** What must not appear in an error's message. */
  secrets: readonly string[];
  /** The time at which `Retry-After` is read, in milliseconds since the epoch. */
  now: number;
}

/** Reads an answer in the form its operation documents, or rejects with what the service said instead. */
export async function readAnswer(response: Response, call: AnsweredCall): Promise<unknown> {
  if (isRedirect(response)) throw new TypeError('A redirect is not followed: it could carry the key away');
  if (!response.ok) throw await refusalOf(response, call);
  if (call.form === 'stream') return response.body ?? new Blob([]).stream();

  const rawBody = await response.text();
  if (call.form === 'nothing') return undefined;
  if (call.form === 'text') return rawBody;
  if (!rawBody) return undefined;
  const body = parse(rawBody);
  if (body === undefined) {
    throw new ApiError(call.route, { status: response.status, rawBody, reason: 'this is not JSON' });
  }
  return call.unwrap ? unwrapped(body, call.unwrap) : body;
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Some deployments wrap the bare model in the envelope's `params`. */
function unwrapped(body: unknown, key: string): unknown {
  const { params } = (body ?? {}) as { params?: unknown };
  return params && typeof params === 'object' && key in params ? params : body;
}

async function refusalOf(response: Response, { route, secrets, now }: AnsweredCall): Promise<ApiError> {
  const rawBody = await response.text();
  const body = parse(rawBody);
  const { status, headers } = response;
  const { code, msg, params } = (body ?? {}) as {
    code?: unknown;
    msg?: unknown;
    params?: { rateLimitReset?: unknown } | null;
  };
  const reset = params?.rateLimitReset;
  return new ApiError(route, {
    status,
    rawBody,
    body,
    code: isWord(code) && redact(code, secrets) === code ? code : undefined,
    reason: typeof msg === 'string' ? redact(msg, secrets) : undefined,
    retryAfter:
      retryAfter(headers.get('Retry-After'), now) ??
      retryAfter(typeof reset === 'number' ? String(reset) : null, now),
  });
}

/** Whether a code is one: anything else could hold what must not be logged. */
function isWord(code: unknown): code is string {
  return typeof code === 'string' && /^\w{1,50}$/.test(code);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON; whoever wants it has the raw body.
  }
}
