import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';

/*
 * A storm in two tabs: nobody does something in both, then somebody comes in one of them who is not to have it, while
 * the other tab starts anew, goes on, or hears of the same or of somebody else. What was done before goes to nobody, and
 * what is done after to whom the page said it was for.
 *
 * `npm test` plays one round of each; `npm run test:deep` 1,000, as `UNADOPTED_ROUNDS` says. What differs between them is
 * how fast each tab happens to be.
 */

/** What the other tab does meanwhile, round by round. */
const MEANWHILE = ['starts', 'goes on', 'hears of the same', 'hears of another'] as const;
type Meanwhile = (typeof MEANWHILE)[number];
const ROUNDS = Number(process.env['UNADOPTED_ROUNDS'] ?? MEANWHILE.length);

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];

inEveryEngine('what nobody did', (setScene, engine) => {
  it('is not of whoever comes without it', { timeout: 120_000 + ROUNDS * 10_000 }, async ({ annotate }) => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const [here, there] = [await open('/?here'), await open('/?there')];
    const tabs = [here, there];

    for (let round = 0; round < ROUNDS; round++) {
      const meanwhile = MEANWHILE[round % MEANWHILE.length] as Meanwhile;
      for (const tab of tabs) await tab.waitUntil('globalThis.client');
      await here.evaluate(() => client.reset());
      await there.waitUntil('!client.user');
      await Promise.all(tabs.map(doAsNobody));
      await Promise.all([come(here, `user-${round}`), other(there, meanwhile, round)]);
      for (const tab of tabs) await tab.waitUntil('globalThis.client?.user');
      await Promise.all(tabs.map(doAsSomebody));
      for (const tab of tabs) expect(await tab.evaluate(() => errors)).toEqual([]);
    }
    for (const tab of tabs) await tab.waitUntil('client.flush().then(() => true)');

    const arrived = shop.emulator.inspect.events('customEvent').map(({ email, fields }) => ({
      name: fields['eventName'],
      isTheirs: !fields['by'] || fields['by'] === email,
    }));
    const amid = arrived.filter(({ name }) => name === 'amid');
    expect(arrived.filter((one) => !amid.includes(one))).toEqual(
      Array.from({ length: 2 * ROUNDS }, () => ({ name: 'after', isTheirs: true })),
    );
    expect(amid.every(({ isTheirs }) => isTheirs)).toBe(true);
    expect(shop.emulator.inspect.events('purchase')).toEqual([]);
    const { dropped, waiting } = await here.evaluate(() => client.stats());
    // What the other tab did before it heard of somebody may have been nobody's, or theirs.
    const made = 6 * ROUNDS + Math.floor((ROUNDS + 2) / MEANWHILE.length);
    expect({ ended: (dropped['discarded'] ?? 0) + amid.length, waiting }).toEqual({
      ended: made,
      waiting: 0,
    });
    await annotate(`${engine.name}: ${ROUNDS} rounds in 2 tabs, ${dropped['discarded']} discarded`, 'figure');
  });
});

/** Nobody looks at something twice and buys it. */
const doAsNobody = (page: Page) =>
  page.evaluate(async () => {
    const item = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };
    await Promise.all([
      client.track('before'),
      client.track('before'),
      client.purchase({ total: 12, items: [item] }),
    ]);
  });

/** Somebody does something, as the page knows them. */
const doAsSomebody = (page: Page) =>
  page.evaluate(async () => {
    const { email } = client.user as { email: string };
    await client.track('after', { by: email });
  });

/** Somebody comes who is not to have what was done before. */
const come = (page: Page, name: string) =>
  page.evaluate((email: string) => client.identify({ email }, { adopt: false }), `${name}@example.com`);

function other(page: Page, meanwhile: Meanwhile, round: number): Promise<unknown> {
  if (meanwhile === 'starts') return page.reload();
  if (meanwhile === 'hears of the same') return come(page, `user-${round}`);
  if (meanwhile === 'hears of another') return come(page, `other-${round}`);
  return page.evaluate(() => client.track('amid', { by: client.user?.email ?? '' }));
}
