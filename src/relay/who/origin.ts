import { ifPossible } from '../../lib/if-possible.js';
import { Refusal } from '../refusal.js';

/** Where a page sees the relay. */
export interface Place {
  origin: string;
  path: string;
  /** Whether what is kept for it may go over https alone. */
  isSecure: boolean;
}

/** Where a page sees the relay that a request is for, by what a proxy says where that is trusted. */
export function placeOf(request: Request, behindProxy: boolean): Place {
  const url = new URL(request.url);
  const { headers } = request;
  const said = (name: string) => (behindProxy ? lastOf(headers.get(`X-Forwarded-${name}`)) : undefined);
  const origin = `${said('Proto') ?? url.protocol.slice(0, -1)}://${said('Host') ?? url.host}`.toLowerCase();
  const isSecure = origin.startsWith('https:') || (headers.get('Origin') ?? '').startsWith('https:');
  return { origin, path: url.pathname, isSecure };
}

/** What the proxy said that stands nearest; those before it may be anyone's words. */
export function lastOf(list: string | null): string | undefined {
  return list?.split(',').at(-1)?.trim() || undefined;
}

/**
 * Refuses what is not the site's own page: by what the browser says of it, which no page can change; where that is
 * missing, by the origin. A read needs none, since another site's page cannot send its header.
 */
export function mustBeSameOrigin({ method, headers }: Request, { origin }: Place): void {
  const site = headers.get('Sec-Fetch-Site');
  const said = headers.get('Origin');
  const isSame =
    site === null
      ? said === null
        ? method === 'GET' && headers.has('Tidings-User')
        : isSameOrigin(said, origin)
      : site === 'same-origin' || site === 'none';
  if (!isSame) throw new Refusal(403, 'Forbidden', 'Only pages of this site may ask');
}

/** Whether two addresses are of one origin; what is no address, such as `null`, is of none. */
function isSameOrigin(one: string, other: string): boolean {
  const [origin, expected] = [one, other].map((address) => ifPossible(() => new URL(address).origin));
  return origin !== undefined && origin !== 'null' && origin === expected;
}
