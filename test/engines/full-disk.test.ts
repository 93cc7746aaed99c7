import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';
import { createSite } from './harness/site.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];

/** Enough for a profile and little more. */
const SIZE = '192m';

/** A disk of its own, if this machine lets one be made. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function unmount(disk: string) {
  spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
}

/** Writes until nothing more can be written. Gives what makes room again. */
function fill(disk: string) {
  const file = join(disk, 'full');
  const write = (size: number) =>
    spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${size}`, 'oflag=append', 'conv=notrunc']);
  for (const size of [1_000_000, 4_096, 1]) expect(String(write(size).stderr)).toContain('No space left');
  return () => rmSync(file);
}

const track = (name: string) => client.track(name, { text: 'x'.repeat(100_000) });
/** Delivers what waits; the service may have asked for a pause before. */
const deliver = () =>
  client.flush().then(
    () => true,
    () => false,
  );
/** What the page was told went wrong on the device. */
const troubles = () => errors.filter((error) => !error.startsWith('ApiError'));

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
