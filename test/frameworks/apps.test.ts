import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../engines/harness/engine.js';
import { inEveryEngine } from '../engines/harness/harness.js';
import { until } from '../support/until.js';
import { makeApp } from './support/guide-app.js';
import { installPacked } from './support/packed.js';
import { freePort, runCommand, startServer } from './support/run-app.js';
import { startService, type Service } from './support/service.js';

const ada = { email: 'ada@example.com' };

/** What brings the event of each app that has a page: whose token came with it, where the page told it by itself. */
const APPS = [
  ['script-tag', { tokenUser: ada }],
  ['vite', { tokenUser: ada }],
  ['next', { tokenUser: ada }],
  ['astro', { tokenUser: ada }],
  ['sveltekit', { tokenUser: ada }],
  ['nuxt', { tokenUser: ada }],
  ['express', { apiKey: 'emulator-server-key' }],
] as const;

/** Makes, builds and starts an app of the guide; gives its address, and what was said of its build and by its server. */
async function startApp(name: string, { url: service }: Service) {
  const port = await freePort();
  const { folder, build, start } = makeApp(name, { 'http://localhost:4747': service, '3000': port });
  const saidFirst = build ? await runCommand(folder, build) : '';
  const url = `http://localhost:${port}/`;
  const saidThen = await startServer(folder, start, url);
  return { url, said: () => saidFirst + saidThen() };
}

/** Sends Ada the message that the console suggests. */
async function send(consolePage: Page) {
  await consolePage.click('form button.primary');
  await consolePage.waitUntil(`document.querySelector('form [role=status]').textContent === 'Sent.'`);
}

/** What Next.js says of a project within another, as those of these tests are, and Nuxt of a part of its own. */
const THEIRS = /^.*(ignored package-lock\.json in|\[plugin nuxt:).*$/gm;

/** What begins a line in which one of these frameworks warns of something. */
const WARNING = /^\W*(warn(ing)?|error)\b|⚠|\[warn/im;

/** What a page has asked for in vain. */
const missing = `performance.getEntriesByType('resource')
  .filter(({ responseStatus }) => responseStatus >= 400).map(({ name }) => name)`;

/** Whether nobody minds that a page has said it. No app of the guide has an icon, for which the browser asks by itself. */
const isQuiet = (line: string) => /^log:|^error: Failed to load resource: .* 404 /.test(line);

inEveryEngine(
  'an app of the guide',
  (setScene) => {
    it.each(APPS)('tells an event, and shows a message: %s', async (name, bringer) => {
      const service = await startService(installPacked('service', {}));
      const { url, said } = await startApp(name, service);
      const { browser } = await setScene();

      const page = await browser.open(url);
      await until(async () => expect(await service.events()).toHaveLength(1));
      await until(async () =>
        expect(await service.people()).toMatchObject([{ dataFields: { firstName: 'Ada' } }]),
      );
      await send(await browser.open(`${service.url}/#send/${ada.email}`));
      await page.reload();
      await page.waitUntil(`document.querySelector('tidings-message')?.shadowRoot.querySelector('[open]')`);

      const [event] = (await service.events()).slice(-1);
      expect(event).toMatchObject({ ...ada, fields: { eventName: 'product-viewed', sku: 'A1' } });
      const requests = await service.requests();
      expect(requests.find(({ events }) => events?.some(({ id }) => id === event?.id))).toMatchObject(
        bringer,
      );
      expect(await page.frame('iframe').text('h1')).toBe('Hello Ada');
      expect(await page.evaluate(missing)).toEqual([]);
      expect((await page.console()).filter((line) => !isQuiet(line))).toEqual([]);
      expect(said().replace(THEIRS, '')).not.toMatch(WARNING);
    });
  },
  { only: ['chromium'] },
);

describe('a server of the guide in CommonJS', () => {
  it('is compiled, and tells an event', async () => {
    const service = await startService(installPacked('service', {}));
    const { folder, build = '', start } = makeApp('commonjs', { 'http://localhost:4747': service.url });

    const said = [await runCommand(folder, build), await runCommand(folder, start)];

    expect(said).toEqual(['', '']);
    expect(await service.events()).toMatchObject([{ ...ada, fields: { eventName: 'order-shipped' } }]);
    expect(readFileSync(join(folder, 'send.js'), 'utf8')).toContain('require("tidings/admin")');
  });
});
