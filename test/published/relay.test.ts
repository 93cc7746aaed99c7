import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ada, emulated, event, SECRET, visitor } from '../relay/support/site.js';
import { createProject, runWorker } from '../support/edge.js';
import { bundled } from '../support/size.js';

const options = `{
  baseUrl: env.SERVICE_URL, serverKey: env.SERVER_KEY, webKey: env.WEB_KEY, tokenSecret: env.TOKEN_SECRET,
  rate: false,
  user: ({ headers }) => /session=([^;]*)/.exec(headers.get('Cookie') ?? '')?.[1]
    && JSON.parse(decodeURIComponent(/session=([^;]*)/.exec(headers.get('Cookie'))[1])),
}`;

/** A worker with a relay for each request, as the guide says, and one with a relay for all of them. */
const workers = {
  each: `export default { fetch: (request, env) => createRelay(${options})(request) };`,
  all: `let relay; export default { fetch: (request, env) => (relay ??= createRelay(${options}))(request) };`,
};

/** Runs a worker in front of an emulator; gives the address of its relay. */
async function running(program: string) {
  const { emulator, baseUrl } = await emulated();
  const { server: SERVER_KEY, web: WEB_KEY } = emulator.keys;
  const folder = createProject({});
  const [chunk] = await bundled(`import { createRelay } from './relay/index.js'; ${program}`);
  writeFileSync(join(folder, 'worker.mjs'), chunk?.code ?? '');
  const variables = { SERVICE_URL: baseUrl, SERVER_KEY, WEB_KEY, TOKEN_SECRET: SECRET };
  return { emulator, url: `${await runWorker(folder, 'worker.mjs', variables)}/tidings` };
}

describe.each(Object.entries(workers))('workerd, with a relay for %s', (_, program) => {
  it('tells, asks, and knows who was here', async () => {
    const { emulator, url } = await running(program);
    const page = visitor(url, ada);

    expect(await page.tell(event(), event())).toEqual([{ is: 'delivered' }, { is: 'delivered' }]);
    expect((await page.ask('/api/inApp/web/getMessages', ada)).status).toBe(200);
    page.logout();
    expect(await page.tell(event())).toEqual([{ is: 'delivered' }]);
    expect(emulator.inspect.events('customEvent')).toHaveLength(3);
  });

  it('answers requests that come together, each of them', async () => {
    const { emulator, url } = await running(program);
    emulator.faults.add({ kind: 'delay', delay: 50, times: 40 });

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const user = { userId: `user-${index}` };
        return visitor(url, user).tell(
          event(user),
          ['POST /api/users/update', { ...user, dataFields: { index } }],
          ['POST /api/commerce/updateCart', { user, items: [] }],
        );
      }),
    );

    expect(outcomes.flat().filter(({ is }) => is !== 'delivered')).toEqual([]);
    expect(emulator.inspect.events('customEvent')).toHaveLength(20);
  });
});
