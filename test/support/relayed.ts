import type { Emulator } from '../../src/emulator/app.js';
import type { RelayOptions as PageOptions } from '../../src/index.js';
import { createRelay, type SessionUser } from '../../src/relay/index.js';

/** A browser's way to the relay of its site, which lets in whoever the site says is logged in, and calls the service by `fetch`. */
export function relayed(
  service: Emulator,
  fetch: typeof globalThis.fetch,
  {
    secret: tokenSecret = 'emulator-token-secret',
    user,
  }: { secret: string | undefined; user: () => SessionUser | undefined },
) {
  const { server: serverKey, web: webKey } = service.keys;
  const jar = new Map<string, string>();
  const relay = createRelay({
    ...{ serverKey, webKey, baseUrl: 'http://service', tokenSecret, fetch, user },
    rate: false,
  });

  const send: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input as string, location.href), init);
    // What a browser adds, and lets no page add.
    const own = {
      Cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      'Sec-Fetch-Site': 'same-origin',
    };
    const headers = new Headers([...request.headers, ...Object.entries(own)]);
    Object.defineProperty(request, 'headers', { value: headers });
    const response = await relay(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  return { relay: '/tidings', fetch: send } satisfies PageOptions & { fetch: unknown };
}
