import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { createMessageShop, shown } from './message-shop.js';

declare const said: string[];

const DIST = join(import.meta.dirname, '../../../dist');
const FILE = /^\/apart\/(tidings[^/]*\.js)$/;

inEveryEngine('what a message is shown with', (setScene) => {
  it('is asked for again when the device has a network again', async () => {
    let isThere = false;
    const shop = await createMessageShop([{}], { isScripted: true, options: 'interval: 120_000' });
    const html = shop.pages['/'].html.replace('/dist/tidings.js', '/apart/tidings.js');
    const { open } = await setScene({
      pages: { '/': html },
      async service(request: Request) {
        const [, name] = FILE.exec(new URL(request.url).pathname) ?? [];
        if (!name) return shop.service(request);
        if (!isThere && name.includes('showing')) return new Response('', { status: 503 });
        const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
        return new Response(await readFile(join(DIST, name), 'utf8'), { headers });
      },
    });
    const page = await open();
    await page.waitUntil(() => said.length);

    isThere = true;
    await page.evaluate("void dispatchEvent(new Event('online'))");

    await shown(page);
  });
});
