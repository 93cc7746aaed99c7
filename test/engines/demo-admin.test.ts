import { Hono } from 'hono';
import { expect } from 'vitest';
import { adminDesk } from '../../demo/admin/desk.js';
import { createAdmin } from '../../src/admin/index.js';
import { createEmulator } from '../../src/emulator/app.js';
import { violationsOf } from './harness/accessible.js';
import type { Page } from './harness/engine.js';
import { picture } from './harness/picture.js';
import { itInTurn } from './harness/share.js';
import { inEveryEngine, type SetScene } from './harness/harness.js';
import { serviceWithTokens } from './shop.js';

/** Where each run leaves pictures of the page, for a person to look at. */
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

const ada = 'ada@example.com';
const ROWS = '#import-failures tbody tr';

/** A shop with its desk, and a tab of the shop in which someone is logged in. */
async function setup(setScene: SetScene) {
  const emulator = createEmulator({ contents: 'shop' });
  let [imports, gate, isCancelled] = [Infinity, Promise.resolve(), false];
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    async fetch(...call: Parameters<typeof emulator.fetch>) {
      const request = new Request(...call);
      if (request.url.endsWith('/bulkUpdate') && imports-- <= 0) await gate;
      return emulator.fetch(request);
    },
  });
  const app = new Hono().route('/admin', adminDesk({ admin, visitor: () => ada }));
  app.all('*', ({ req }) => serviceWithTokens(emulator)(req.raw));
  const shop = `<!doctype html><html lang="en"><title>Shop</title><main><h1>A shop</h1></main>
    <script type="module">
      import { createClient, startInApp } from 'tidings';
      const client = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin,
        getToken: async ({ email }) => (await fetch('/token?email=' + email)).text(),
      });
      const inApp = startInApp(client, { interval: 0, beforeShow: ({ inboxMetadata }) => inboxMetadata.title === 'Hello Ada' });
      await client.identify({ email: '${ada}' });
      new BroadcastChannel('tidings-demo').onmessage = () => inApp.refresh();
      globalThis.isReady = true;
    </script>`;
  const { open } = await setScene({
    pages: { '/': shop },
    async service(request) {
      const answer = await app.fetch(request);
      if (request.method === 'DELETE') isCancelled = true;
      return answer;
    },
  });
  return {
    emulator,
    open,
    /** Whether the server was told to cancel something. */
    isCancelled: () => isCancelled,
    /** From an import, no more than so many calls are answered until the function that this gives is called. */
    holdImport(after: number) {
      let letGo = () => {};
      imports = after;
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
  };
}

/** Waits until a line of the page says something. */
async function says(page: Page, line: string, words: string): Promise<void> {
  await expect.poll(() => page.text(line)).toContain(words);
}

/** The number that a line of the page has first. */
async function numberIn(page: Page, line: string): Promise<number> {
  return Number.parseInt((await page.text(line)).replace(/\D*([\d,]+).*/s, '$1').replaceAll(',', ''), 10);
}

inEveryEngine('the desk', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  const { name } = engine;
  inTurn('makes a template and a campaign of it, and sends it to the tab of the shop', async () => {
    const { open } = await setup(setScene);
    const shop = await open();
    await shop.waitUntil('globalThis.isReady');
    const page = await open('/admin');
    await page.waitUntil(`document.querySelector('#email').value === '${ada}'`);

    await page.click('#campaign button');
    expect(await page.text('#campaign-said')).toBe('Save a template first.');
    await page.evaluate(`document.querySelector('#title').value = 'Hello {{firstName}}'`);
    await page.click('#template button');
    await says(page, '#template-said', 'is saved');
    await page.click('#campaign button');
    await says(page, '#campaign-said', 'has started');
    await page.click('#send button');
    await says(page, '#send-said', 'Sent.');

    await shop.waitUntil(`document.querySelector('tidings-message')`);
    expect(await shop.frame('iframe').text('h1')).toBe('Hello Ada');
    expect(await page.text('[data-step=send-message] pre')).toContain('admin.inApp.target(');
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('says what the service refuses, and lets it be tried again', async () => {
    const { open } = await setup(setScene);
    const page = await open('/admin');
    await page.waitUntil(`document.querySelector('pre')`);

    await page.evaluate(`document.querySelector('#title').value = 'Hello {{#if}}'`);
    await page.click('#template button');
    await says(page, '#template-said', 'this is no valid template');
    await page.evaluate(`document.querySelector('#title').value = 'Hello'`);
    await page.click('#template button');

    await says(page, '#template-said', 'is saved');
  });

  inTurn('imports people, and lists the rows that were not taken', async () => {
    const { open, emulator } = await setup(setScene);
    const page = await open('/admin');
    await page.waitUntil(`document.querySelector('pre')`);
    await page.evaluate(() => {
      const heard: (string | null)[] = [];
      const line = document.querySelector('#import-said');
      if (line) new MutationObserver(() => heard.push(line.textContent)).observe(line, { childList: true });
      Object.assign(globalThis, { heard });
    });

    await page.click('[value="1000"]');
    await page.click('#import-begin');
    await says(page, '#import-said', 'Every row is accounted for: 9,992 taken, 8 not taken.');

    expect(await page.evaluate(`document.querySelector('progress').position`)).toBe(1);
    expect(await page.text('#import-pace')).toMatch(/^10,000 of 10,000 rows · [\d,]+ a second$/);
    expect(await page.evaluate(`document.querySelectorAll('${ROWS}').length`)).toBe(8);
    expect(await page.text(`${ROWS}:first-child`)).toMatch(
      /42.*This is no email address.*<img src=x onerror=alert\(1\)>.*InvalidEmailAddressError/s,
    );
    expect(await page.evaluate<string[]>('heard')).not.toHaveLength(0);
    expect((await page.evaluate<string[]>('heard')).length).toBeLessThanOrEqual(5);
    const imported = emulator.inspect.people.filter(({ email }) => email?.endsWith('@import.example'));
    expect(imported).toHaveLength(9_992);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('imports while its page is away, is cancelled by the keyboard, and goes on', async () => {
    const { open, holdImport, isCancelled } = await setup(setScene);
    const page = await open('/admin');
    await page.waitUntil(`document.querySelector('pre')`);
    const letGo = holdImport(4);
    await page.click('#import-begin');
    await says(page, '#import-pace', 's left');

    await page.reload();
    await says(page, '#import-pace', 's left');
    const other = await open('/admin');
    await says(other, '#import-pace', 's left');
    await other.close();
    await page.click('#import-begin');
    await page.evaluate(`document.querySelector('#import-cancel').focus()`);
    await page.press('Enter');
    await expect.poll(isCancelled).toBe(true);
    letGo();
    await says(page, '#import-said', 'Cancelled.');
    const done = await numberIn(page, '#import-pace');
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(10_000);
    expect(await page.evaluate('document.activeElement.id')).toBe('import-cancel');
    expect(await violationsOf(page)).toEqual([]);

    await page.click('[value="1000"]');
    await page.click('#import-go-on');
    await says(page, '#import-said', 'Every row is accounted for');

    expect(await page.text('#import-said')).toMatch(
      /: 9,992 taken, 8 not taken; [\d,]+ of them before it was cancelled\.$/,
    );
    expect(await page.evaluate(`document.querySelectorAll('${ROWS}').length`)).toBe(8);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('exports events, and draws them with a table that says the same', async () => {
    const { open, emulator } = await setup(setScene);
    const page = await open('/admin');
    await page.waitUntil(`document.querySelector('pre')`);

    await page.click('#export-begin');
    await says(page, '#export-said', 'events, counted out of');

    await page.waitUntil(`document.querySelectorAll('.bar').length === 12`);
    const counts = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#chart tbody td')].map(({ textContent }) => Number(textContent))`,
    );
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.bar')].map((bar) => bar.getBoundingClientRect().height)`,
    );
    const sum = counts.reduce((total, count) => total + count, 0);
    expect(sum).toBe(await numberIn(page, '#export-said'));
    expect(sum).toBeLessThanOrEqual(emulator.inspect.events('customEvent').length);
    expect(heights.indexOf(Math.max(...heights))).toBe(counts.indexOf(Math.max(...counts)));
    expect(await page.evaluate(`document.querySelector('#chart-about').textContent`)).toMatch(
      /in twelve months; the most/,
    );
    expect(await violationsOf(page)).toEqual([]);
    for (const size of [PHONE, DESK]) {
      await page.resize(size);
      await page.waitUntil(`document.documentElement.scrollWidth <= innerWidth`);
      await picture(page, `${name}-desk-${size.width}`);
    }
    expect(await page.errors()).toEqual([]);
  });
});
