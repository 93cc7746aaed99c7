import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { createPlacementShop, listed, PICTURE, strict, wordsOf } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];
declare const client: { reset(): void };

const box = () => {
  const { width, height } = document.querySelector('tidings-placement')?.getBoundingClientRect() ?? {};
  return [width, height];
};

inEveryEngine('`<tidings-placement>`', (setScene) => {
  it('shows the messages of its placement, and takes no room while there are none', async () => {
    const shop = await createPlacementShop([{ title: 'One' }, { title: 'Two' }, { placementId: 2 }]);
    const { open } = await setScene(shop);
    const page = await open();

    await listed(page, 2);
    expect(await wordsOf(page)).toEqual(['Two Ships for free.', 'One Ships for free.']);
    await page.evaluate(() => client.reset());
    await listed(page, 0);

    expect(await page.evaluate(box)).toEqual([0, 0]);
    expect(await page.errors()).toEqual([]);
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('asks once for all placements of a page, and not again for what it holds', async () => {
    const body = [1, 2, 2, 3].map((id) => `<tidings-placement placement-id="${id}"></tidings-placement>`);
    const shop = await createPlacementShop([{}, { placementId: 2 }], { body: body.join('') });
    const { open, site } = await setScene(shop);
    const page = await open();
    await listed(page, 1);
    expect(shop.queries.map((query) => query.getAll('placementId'))).toEqual([['1', '2', '3']]);

    await page.goto(`${site.url}/other`);
    await listed(page, 1);
    await expect.poll(() => shop.queries.length).toBe(2);

    expect(shop.queries[1]?.getAll('currentMessageIds').sort()).toEqual(shop.ids().sort());
    expect(await wordsOf(page)).toEqual(['Good to see you Ships for free.']);
  });

  it('paints at once, on the next page, what is known, without a service', async () => {
    const shop = await createPlacementShop([{}]);
    const { open, site } = await setScene(shop);
    const page = await open();
    await listed(page, 1);
    shop.emulator.faults.add({ kind: 'status', status: 503, times: Infinity });

    await page.goto(`${site.url}/other`);

    await listed(page, 1);
  });

  it('works under a strict policy, with every kind of content', async () => {
    const shop = await createPlacementShop(
      [
        {
          url: '/sale',
          elements: {
            mediaUrl: PICTURE,
            mediaUrlCaption: 'Hills',
            buttons: [{ id: 'b', title: 'Act', action: { type: 'action://join' } }],
          },
        },
      ],
      { headers: strict },
    );
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, 1);

    await page.click('.button');

    await page.waitUntil(() => said.includes('action join'));
    expect(await page.errors()).toEqual([]);
    expect(await page.evaluate(() => said)).toEqual(['action join']);
  });

  it('works with the one script', async () => {
    const shop = await createPlacementShop([{}], { isScripted: true });
    const { open } = await setScene(shop);
    const page = await open();

    await listed(page, 1);

    expect(await page.errors()).toEqual([]);
  });
});
