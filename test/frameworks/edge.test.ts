import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ada, emulated, event, SECRET, visitor } from '../relay/support/site.js';
import { runWorker, withWrangler } from '../support/edge.js';
import { examples } from '../support/examples.js';
import { installPacked } from './support/packed.js';

const recipe = examples.find(({ page, file }) => page === 'docs/relay.md' && file === 'worker.ts');

/** What the guide leaves to the site: who is logged in. */
const session = `export const sessionOf = (cookie) => {
  const [, text] = /(?:^|; )session=([^;]*)/.exec(cookie) ?? [];
  return text && JSON.parse(decodeURIComponent(text));
};`;

describe('the recipe for an edge worker', () => {
  it('is bundled as wrangler deploys it, and tells the service of an event', async () => {
    const { emulator, baseUrl } = await emulated();
    const folder = installPacked('edge', {});
    writeFileSync(join(folder, 'worker.ts'), recipe?.code ?? '');
    writeFileSync(join(folder, 'session.js'), session);
    const { server: SERVER_KEY, web: WEB_KEY } = emulator.keys;

    const url = await runWorker(folder, await withWrangler(folder, 'worker.ts'), {
      ...{ SERVICE_URL: baseUrl, SERVER_KEY, WEB_KEY, TOKEN_SECRET: SECRET },
    });

    expect(await visitor(`${url}/tidings`, ada).tell(event())).toEqual([{ is: 'delivered' }]);
    expect(emulator.inspect.events('customEvent')).toMatchObject([ada]);
  });
});
