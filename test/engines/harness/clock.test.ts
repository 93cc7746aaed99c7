import { expect, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { inEveryEngine, type SetScene, type SuiteOptions } from './harness.js';
import { pageClock, stopTime } from './page-clock.js';
import { createShop, type ShopOptions } from '../shop.js';

const ada = { email: 'ada@example.com' };
const DAY = 86_400_000;
const YEARS = 5 * 365 * DAY;

/** The page's own names, for functions that run in it. */
declare const client: Client;

/** Puts the clock of a page wrong, by what its address says or as it is told later. */
const wrongClock = `${pageClock}<script>
  const rightly = Date.now;
  globalThis.shift = Number(new URLSearchParams(location.search).get('shift'));
  Date.now = () => rightly.call(Date) + globalThis.shift;
</script>`;

// To every engine, time is the same number.
const where: SuiteOptions = { only: ['chromium'] };

inEveryEngine('a clock that is wrong', withWrongClock, where);

function withWrongClock(setScene: SetScene) {
  /** A visit by Ada, with the clock so far ahead, while the service refuses everything. */
  async function visit(shift: number, options: ShopOptions = {}) {
    const shop = createShop({ ...options, before: wrongClock + (options.before ?? '') });
    const { open, site } = await setScene(shop);
    const page = await open(`/?shift=${shift}`);
    await page.waitUntil('globalThis.client');
    await page.evaluate((ada: { email: string }) => client.identify(ada), ada);
    const correct = () => page.evaluate('void (globalThis.shift = 0)');
    return { shop, page, site, correct };
  }

  it.each([
    ['years ahead', YEARS],
    ['years behind', -YEARS],
  ])('by %s does no harm to what is delivered at once', async (_, shift) => {
    const { shop, page } = await visit(shift);
    await stopTime(page);

    await page.evaluate(async () => {
      await client.track('viewed');
      await client.flush();
    });

    expect(shop.arrived()).toEqual(['viewed']);
    // Without a time of its own, it has the service's.
    expect(shop.emulator.inspect.requests.at(-1)?.body).not.toHaveProperty('createdAt');
  });

  it.each([
    ['years ahead', YEARS],
    ['days behind', -10 * DAY],
    ['years behind', -YEARS],
  ])('by %s at the last visit loses nothing, and nobody waits for that time', async (_, shift) => {
    const { shop, page, site } = await visit(shift);
    shop.goAway();
    await page.evaluate(async () => {
      await client.track('viewed');
      await client.flush().catch(() => {}); // That is what this is about.
    });
    shop.comeBack();

    await page.goto(site.url);

    await expect.poll(shop.arrived).toEqual(['viewed']);
    const [event] = shop.emulator.inspect.events('customEvent');
    expect(event?.createdAt).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['years ahead', YEARS],
    ['years behind', -YEARS],
  ])('by %s and corrected during a visit stops nothing', async (_, shift) => {
    const { shop, page, correct } = await visit(shift);
    shop.emulator.faults.add({ kind: 'status', status: 503 });
    await page.evaluate(async () => {
      await client.track('before');
      await client.flush().catch(() => {}); // That is what this is about.
    });

    await correct();
    await page.evaluate(() => client.track('after'));

    await expect.poll(() => shop.arrived().sort()).toEqual(['after', 'before']);
  });

  it('by years ahead when a page died does not hold what it was sending', async () => {
    const before = '<script>delete Navigator.prototype.locks;</script>';
    const { shop, page, site } = await visit(YEARS, { before });
    shop.emulator.faults.add({ kind: 'delay', delay: 60_000, times: 1 });
    await page.evaluate(() => client.updateCart([]));
    await expect.poll(() => shop.calls.length).toBe(1);

    await page.goto(site.url);
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.updateUser({ plan: 'pro' }));

    await expect.poll(() => shop.calls.length).toBe(3);
  });
}
