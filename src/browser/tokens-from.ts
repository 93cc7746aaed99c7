import type { UserRef } from '../api/models/user.js';
import { must } from '../lib/must.js';
import { ownSite } from './site.js';

/** What the site's server says where nobody is logged in. */
const NOBODY = [204, 401, 403, 404];

/** Gets tokens from an address of the site's own server, which is told whose: `?email=…` or `?userId=…`. */
export function tokensFrom(address: string): (user: UserRef) => Promise<string | undefined> {
  const base = ownSite();
  must(URL.canParse(address, base), '`tokenUrl` must be an address of your own server, such as `/token`');
  return async (user) => {
    const url = new URL(address, base);
    for (const [name, value] of Object.entries(user)) url.searchParams.set(name, String(value));
    const answer = await fetch(url, { cache: 'no-store' });
    if (NOBODY.includes(answer.status)) return undefined;
    if (!answer.ok) throw new Error(`\`tokenUrl\` answered ${answer.status}`);
    return (await answer.text()).trim();
  };
}
