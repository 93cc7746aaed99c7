import { must } from '../../lib/must.js';
import { headerOf, jsonOf, type NodeRequest } from './node-server.js';
import { mustBeSecret } from './must-be-secret.js';
import { webCrypto } from './web-crypto.js';
import type { WebhookEvent } from './webhook-event.js';

/** How a webhook's call proves that it is the service's. */
export interface WebhookProof {
  /** The `Authorization` header that the webhook was set to send, such as `Bearer …`. */
  authorization?: string;
  /** Other headers that the webhook was set to send. */
  headers?: Record<string, string>;
}

/** A request that is no call of the webhook; `status` is what to answer. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** 401 when it does not prove itself, 400 when it cannot be read. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * The event that a webhook's call tells, after it has proved itself: of a `Request`, or of a request of Node's `http` or
 * Express, whose body may have been read as JSON.
 *
 * Rejects with a {@link WebhookError} when it has not, or holds no event.
 */
export async function readWebhook(
  request: Request | NodeRequest,
  proof: WebhookProof,
): Promise<WebhookEvent> {
  const { authorization, headers } = proof;
  const expected = Object.entries({ ...headers, ...('authorization' in proof && { authorization }) });
  must(
    expected.length > 0,
    'Give `authorization` or `headers`, as the webhook sends them: anyone could call it',
  );
  // One that is empty would be found in every request that does not have it.
  for (const [name, value] of expected) mustBeSecret(name, value, 'the secret that the webhook sends');
  const found = await Promise.all(
    expected.map(async ([name, value]) => isSame(headerOf(request, name), value)),
  );
  if (found.includes(false)) throw new WebhookError('The request is not a call of the webhook', 401);

  const body = (await jsonOf(request).catch(() => undefined)) as Partial<WebhookEvent> | null | undefined;
  if (typeof body?.eventName !== 'string') throw new WebhookError('The request holds no event', 400);
  return { ...body, dataFields: body.dataFields ?? {} };
}

/** Whether two texts are the same, found in a time that tells nothing of where they differ. */
async function isSame(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digestOf(given), digestOf(expected)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

/** Of one length, whatever the text's own is. */
async function digestOf(text: string): Promise<Uint8Array> {
  const { subtle, encode } = webCrypto();
  return new Uint8Array(await subtle.digest('SHA-256', encode(text)));
}
