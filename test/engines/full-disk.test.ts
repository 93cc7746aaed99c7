import { expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/index.js';
import { fill, mountDisk, unmount } from '../support/disk.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';
import { createSite } from './harness/site.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];

const track = (name: string) => client.track(name, { text: 'x'.repeat(100_000) });
/** Delivers what waits; the service may have asked for a pause before. */
const deliver = () =>
  client.flush().then(
    () => true,
    () => false,
  );
/** What the page was told went wrong on the device, and not on the way: a flush that the service keeps waiting is told as well. */
const troubles = () => errors.filter((error) => !/^(Api|Network)Error/.test(error));

inEveryEngine(
  'a disk that is full',
  (_setScene, engine) => {
    it('loses nothing: what was recorded before waits for room, what comes now is sent from memory', async (context) => {
      const disk = mountDisk();
      if (!disk) return context.skip('only root may make a disk');
      onTestFinished(() => unmount(disk));
      const shop = createShop();
      const site = await createSite(shop);
      onTestFinished(() => site.close());
      const browser = await engine.launch({ folder: disk });
      onTestFinished(() => browser.close());
      const page = await browser.open(site.url);
      await page.waitUntil('globalThis.client');
      await page.evaluate(() => client.identify({ email: 'ada@example.com' }));
      shop.goAway();
      await page.evaluate(track, 'before');

      const makeRoom = fill(disk);
      const during = Array.from({ length: 50 }, (_, index) => `during ${index}`);
      for (const name of during) await page.evaluate(track, name);
      shop.comeBack();
      await page.waitUntil(deliver);
      expect(await page.evaluate(troubles)).toHaveLength(1);
      makeRoom();
      await page.reload();
      await page.waitUntil('globalThis.client');
      await page.evaluate(track, 'after');
      await page.waitUntil(deliver);

      const names = ['before', ...during, 'after'];
      await expect.poll(() => shop.arrived().sort()).toEqual(names.sort());
      expect((await page.errors()).filter((line) => line.startsWith('uncaught'))).toEqual([]);
    });
  },
  // WebKit under automation keeps nothing on the disk.
  { only: ['chromium', 'firefox'] },
);
