import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allow, brief, DESK, logIn, settled, setup } from './demo/visit-shop.js';
import { inEveryEngine } from './harness/harness.js';
import { isAllMet } from './harness/share.js';

const ROOT = join(import.meta.dirname, '../..');
/** A deep run takes those of the guides anew; any other looks whether they can be taken. */
const FOLDER = join(ROOT, isAllMet() ? 'docs' : 'build/pictures');

inEveryEngine(
  'the pictures of the guides',
  (setScene) => {
    it('show the shop', async () => {
      const { site, open } = await setup(setScene);
      const page = await open('/');
      await page.resize(DESK);
      await allow(page);
      await logIn(page, 'Chiara Berger');
      await page.goto(`${site.url}/product/mug-moss`);
      await page.waitUntil(brief);
      await page.click('#order button.primary');
      await settled(page);
      await page.evaluate('scrollTo(0, 0)');
      const file = join(FOLDER, 'shop.webp');
      mkdirSync(FOLDER, { recursive: true });

      await page.screenshot(file);

      expect(statSync(file).size).toBeLessThan(100_000);
    });
  },
  { only: ['chromium'] },
);
