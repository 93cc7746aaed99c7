import { isWebhookCall } from '../messages/webhook-calls.js';
import { Refusal } from '../operation/refusal.js';

/** The names of this machine that only it answers to. */
const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Refuses a request that a foreign page has a hand in, and a webhook's call.
 *
 * A page can have its own name lead to this machine (the `Host` tells), and can send requests here that it may not
 * read the answer to (`Origin` and `Sec-Fetch-Site` tell). A call in the process has no `Host`, and is trusted.
 */
export function refuseForeign(request: Request): void {
  if (isWebhookCall(request)) throw new Refusal('Forbidden', 'A webhook may not lead to the emulator itself');
  const { headers } = request;
  const { host: ownHost, pathname } = new URL(request.url);
  const host = headers.get('Host');
  if (host !== null && !LOOPBACK.test(host)) {
    throw new Refusal('Forbidden', 'This is reached by a name of this machine only, such as `localhost`');
  }
  const origin = headers.get('Origin');
  if (origin !== null && origin !== `http://${host ?? ownHost}`) {
    throw new Refusal('Forbidden', 'Pages of other origins may not ask for this');
  }
  // A link from elsewhere may lead to the console: the page alone tells and does nothing.
  const site = headers.get('Sec-Fetch-Site') ?? 'none';
  if (pathname !== '/' && !['same-origin', 'none'].includes(site)) {
    throw new Refusal('Forbidden', 'Pages of other origins may not ask for this');
  }
}
