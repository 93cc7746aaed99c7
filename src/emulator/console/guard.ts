import { isWebhookCall } from '../messages/webhook-calls.js';
import { keyTypeOf, type Keys, type KeyType } from '../operation/keys.js';
import { Refusal } from '../operation/refusal.js';
import { isAdmitted, isLoopback, type ControlAccess } from './access.js';

/**
 * Refuses a request that a foreign page has a hand in, and a webhook's call.
 *
 * A page can have its own name lead to this machine (the `Host` tells), and can send requests here that it may not
 * read the answer to (`Origin` and `Sec-Fetch-Site` tell). A call in the process has no `Host`, and is trusted. By
 * another name than this machine's own it is reached with the token of an access, which no foreign page has.
 */
export function refuseForeign(request: Request, access?: ControlAccess): void {
  if (isWebhookCall(request)) throw new Refusal('Forbidden', 'A webhook may not lead to the emulator itself');
  const { headers } = request;
  const { host: ownHost, pathname } = new URL(request.url);
  const host = headers.get('Host');
  if (host !== null && !isLoopback(host) && !isAdmitted(request, access)) {
    throw new Refusal(
      'Forbidden',
      access
        ? 'This is reached by a name of this machine, or by one that was let in and with its token'
        : 'This is reached by a name of this machine only, such as `localhost`',
    );
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

/** Refuses a key of another project, which is no word about this one; none is needed. */
export function checkKey({ headers, url }: Request, keys: Keys): void {
  const key = headers.get('Api-Key');
  const isSteering = new URL(url).pathname.startsWith('/_emulator');
  if (isSteering && key !== null) keyTypeOf(keys, key, Object.keys(keys) as KeyType[]);
}
