import type { GetToken } from '../index.js';
import { must } from '../lib/must.js';

/** What the page's server says where nobody is logged in. */
const NOBODY = [204, 401, 403, 404];

/** Gets tokens from an address of the page's own server, which is told whose: `?email=…` or `?userId=…`. */
export function tokensFrom(address: string): GetToken {
  must(
    URL.canParse(address, document.baseURI),
    '`tokenUrl` must be an address of your own server, such as `/token`',
  );
  return async (user) => {
    const url = new URL(address, document.baseURI);
    for (const [name, value] of Object.entries(user)) url.searchParams.set(name, String(value));
    const answer = await fetch(url, { cache: 'no-store' });
    if (NOBODY.includes(answer.status)) return undefined;
    if (!answer.ok) throw new Error(`\`tokenUrl\` answered ${answer.status}`);
    return (await answer.text()).trim();
  };
}
