import { expect, it } from 'vitest';
import type { PlacementElement } from '../../../src/index.js';
import { inEveryEngine } from '../harness/harness.js';
import { createPlacementShop, listed, wordsOf } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];
declare const embedded: { refresh(): Promise<void> };

const two = [{ title: 'One' }, { title: 'Two' }, { placementId: 2, title: 'Other' }];
const ONE = 'One Ships for free.';
const TWO = 'Two Ships for free.';
const OTHER = 'Other Ships for free.';

inEveryEngine('the element of a placement', (setScene) => {
  it('may come after messages have been started, be cloned, be moved, and leave', async () => {
    const { open } = await setScene(await createPlacementShop(two, { body: '<section></section>' }));
    const page = await open();
    await page.waitUntil('globalThis.isReady');

    await page.evaluate(() => {
      const element = document.createElement('tidings-placement');
      element.placementId = '1';
      element.id = 'first';
      document.querySelector('main')?.append(element);
    });
    await listed(page, 2, '#first');
    await page.evaluate(() => {
      const first = document.querySelector('#first');
      const clone = first?.cloneNode(true) as PlacementElement;
      clone.id = 'clone';
      first?.after(clone);
    });
    await listed(page, 2, '#clone');
    const kept = await page.evaluate(() => {
      const first = document.querySelector('#first');
      const row = first?.shadowRoot?.querySelector('li');
      if (first) document.querySelector('section')?.append(first);
      return row === document.querySelector('section #first')?.shadowRoot?.querySelector('li');
    });

    expect(kept).toBe(true);
    expect(await wordsOf(page, '#first')).toEqual([TWO, ONE]);
    await page.evaluate(() =>
      document.querySelectorAll('tidings-placement').forEach((each) => each.remove()),
    );
    await page.evaluate(() => embedded.refresh());
    expect(await page.errors()).toEqual([]);
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('is asked for no more once it has left, and is filled at once when it comes back', async () => {
    const shop = await createPlacementShop(two, {
      body: '<tidings-placement placement-id="1"></tidings-placement><tidings-placement placement-id="2"></tidings-placement>',
    });
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, 2);
    await page.evaluate(async () => {
      document.querySelector('tidings-placement')?.remove();
      // It may only be moved.
      await Promise.resolve();
      await embedded.refresh();
    });

    const letGo = shop.hold();
    await page.evaluate(() => {
      const element = document.createElement('tidings-placement');
      element.placementId = '1';
      element.id = 'again';
      document.querySelector('main')?.append(element);
    });
    await listed(page, 2, '#again');
    letGo();

    await expect
      .poll(() => shop.queries.map((query) => query.getAll('placementId')))
      .toEqual([['1', '2'], ['2'], ['1']]);
  });

  it('may stand in another element’s shadow tree', async () => {
    const { open } = await setScene(await createPlacementShop(two, { body: '' }));
    const page = await open();
    await page.evaluate(() => {
      const host = document.createElement('div');
      host.id = 'host';
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<tidings-placement placement-id="1"></tidings-placement>';
      document.querySelector('main')?.append(host);
    });

    await page.waitUntil(
      () =>
        document
          .querySelector('#host')
          ?.shadowRoot?.querySelector('tidings-placement')
          ?.shadowRoot?.querySelectorAll('li').length === 2,
    );

    expect(await page.errors()).toEqual([]);
  });

  it('says the same by its attributes and its properties', async () => {
    const { open } = await setScene(await createPlacementShop(two));
    const page = await open();
    await listed(page, 2);
    const said = await page.evaluate(() => {
      const element = document.querySelector('tidings-placement') as PlacementElement;
      const both = () => [element.placementId, element.view, element.limit, element.outerHTML.split('>')[0]];
      const first = both();
      Object.assign(element, { placementId: 2, view: 'banner', limit: 1 });
      const second = both();
      element.setAttribute('placement-id', '1');
      element.setAttribute('view', 'notification');
      element.setAttribute('limit', 'many');
      const third = both();
      Object.assign(element, { view: undefined, limit: null });
      return [first, second, third, both()];
    });

    expect(said).toEqual([
      ['1', 'card', null, '<tidings-placement placement-id="1"'],
      ['2', 'banner', 1, '<tidings-placement placement-id="2" view="banner" limit="1"'],
      ['1', 'notification', null, '<tidings-placement placement-id="1" view="notification" limit="many"'],
      ['1', 'card', null, '<tidings-placement placement-id="1"'],
    ]);
  });

  it('shows another placement, or fewer messages, as soon as it is told to', async () => {
    const { open } = await setScene(await createPlacementShop(two));
    const page = await open();
    await listed(page, 2);

    await page.evaluate(`document.querySelector('tidings-placement').limit = 1`);
    await listed(page, 1);
    expect(await wordsOf(page)).toEqual([TWO]);
    await page.evaluate(`document.querySelector('tidings-placement').placementId = '2'`);
    await page.waitUntil(() =>
      document.querySelector('tidings-placement')?.shadowRoot?.textContent.includes('Other'),
    );

    expect(await wordsOf(page)).toEqual([OTHER]);
  });

  it('shows cards and says so for a view that is none, and nothing for an id that is none', async () => {
    const body = `<tidings-placement placement-id="1" view="sphere"></tidings-placement>
      <tidings-placement id="bad" placement-id="home"></tidings-placement>`;
    const { open } = await setScene(await createPlacementShop(two, { body }));
    const page = await open();

    await listed(page, 2);

    expect((await page.evaluate(() => said)).sort()).toEqual([
      'A `<tidings-placement>` has an unknown `view`: it is shown as `card`',
      'A `<tidings-placement>` has no number as its `placement-id`',
    ]);
    expect(await page.errors()).toEqual([]);
  });

  it('has slots for the time before the messages, for none, and for trouble', async () => {
    const body = `<tidings-placement placement-id="3">
      <p slot="loading">Loading</p><p slot="empty">Nothing new</p><p slot="error">Not now</p></tidings-placement>`;
    const shop = await createPlacementShop(two, { body });
    const { open, site } = await setScene(shop);
    const visible = () =>
      [...document.querySelectorAll<HTMLElement>('tidings-placement > p')]
        .filter((each) => each.getBoundingClientRect().height > 0)
        .map((each) => each.textContent);
    const letGo = shop.hold();
    const page = await open();
    const shown = () => expect.poll(() => page.evaluate(visible));

    await shown().toEqual(['Loading']);
    letGo();
    await shown().toEqual(['Nothing new']);
    await page.evaluate('client.reset()');
    shop.emulator.faults.add({ kind: 'status', status: 503, times: Infinity });
    await page.goto(`${site.url}/other`);

    await shown().toEqual(['Not now']);
  });

  it('keeps its looks when it is moved into another document', async () => {
    const body = `<tidings-placement placement-id="1"></tidings-placement><iframe></iframe>`;
    const { open } = await setScene(await createPlacementShop(two, { body }));
    const page = await open();
    await listed(page, 2);
    const markerOf = () => {
      const frame = document.querySelector('iframe')?.contentDocument;
      const element =
        document.querySelector('tidings-placement') ?? frame?.querySelector('tidings-placement');
      const list = element?.shadowRoot?.querySelector('ul');
      return list?.ownerDocument.defaultView?.getComputedStyle(list).listStyleType;
    };
    expect(await page.evaluate(markerOf)).toBe('none');

    await page.evaluate(() => {
      const element = document.querySelector('tidings-placement');
      if (element) document.querySelector('iframe')?.contentDocument?.body.append(element);
    });

    await page.waitUntil(
      () =>
        document
          .querySelector('iframe')
          ?.contentDocument?.querySelector('tidings-placement')
          ?.shadowRoot?.querySelectorAll('li').length === 2,
    );
    expect(await page.evaluate(markerOf)).toBe('none');
    expect(await page.errors()).toEqual([]);
    expect(await page.evaluate(() => said)).toEqual([]);
  });
});
