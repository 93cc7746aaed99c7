import { describe, expect, it } from 'vitest';
import { showPushes, type ShowPushesOptions } from '../../../src/service-worker.js';
import { createScope } from '../../support/push-worker.js';

/** A service worker of no project, which shows what comes. */
function setup(options: ShowPushesOptions = {}) {
  const scope = createScope();
  showPushes(options, scope.worker);
  return scope;
}

const site = 'https://shop.example.com';

describe('a web push', () => {
  it('is shown with its look', async () => {
    const { push, shown } = setup();

    await push({
      title: 'Sale',
      body: 'Today',
      image: '/sale.png',
      icon: 'https://cdn.example.com/icon.png',
      badge: '/badge.png',
      actions: [{ action: 'cart', title: 'To the cart', icon: '/cart.png', url: '/cart' }],
      data: { sku: 'A1' },
      messageId: 'm1',
    });

    expect(shown).toMatchObject([
      {
        title: 'Sale',
        options: {
          body: 'Today',
          image: `${site}/sale.png`,
          icon: 'https://cdn.example.com/icon.png',
          badge: `${site}/badge.png`,
          actions: [{ action: 'cart', title: 'To the cart', icon: `${site}/cart.png` }],
          tag: 'm1',
          data: { data: { sku: 'A1' } },
        },
      },
    ]);
  });

  it.each(['hello', '7', 'null', '"quoted"'])(
    'that is no payload is shown as the text it is: %s',
    async (text) => {
      const { push, shown } = setup();
      await push(text);
      expect(shown).toMatchObject([{ title: text }]);
    },
  );

  it.each([
    ['nothing', { data: null }],
    ['what cannot be read', { data: { text: () => JSON.parse('{') as string } }],
    ['an empty text', { data: { text: () => '' } }],
  ])('of %s is still shown, as browsers demand, as the name of the site', async (_, event) => {
    const { happen, shown } = setup();
    await happen('push', event);
    expect(shown).toMatchObject([{ title: 'shop.example.com' }]);
  });

  it.each([null, 7, true, [], {}, ['text'], '', ' ', 'javascript:alert(1)', 'data:text/html,hi', 'https://'])(
    'with %j in each field is shown with what is left, and does no harm',
    async (value) => {
      const { push, click, shown, opened } = setup();
      const names = ['title', 'body', 'image', 'icon', 'badge', 'url', 'actions', 'data'];
      const ids = ['messageId', 'campaignId', 'templateId'];
      await push(Object.fromEntries([...names, ...ids].map((name) => [name, value])));
      await push({
        title: 'Buttons',
        actions: [value, { action: value, title: value, icon: value, url: value }],
      });
      await click();

      expect(shown).toHaveLength(2);
      expect(shown.every(({ title }) => typeof title === 'string' && title !== '')).toBe(true);
      const addresses = shown.flatMap(({ options }) => {
        const {
          icon,
          image,
          badge,
          actions = [],
        } = options as Record<string, unknown> & { actions?: object[] };
        return [icon, image, badge, ...actions.map((button) => (button as { icon?: unknown }).icon)];
      });
      expect(addresses.filter((address) => address !== undefined)).toEqual([]);
      expect(opened).toEqual([`${site}/`]);
    },
  );

  it('of a huge size is cut to what can be shown', async () => {
    const { push, shown } = setup();
    await push({
      title: 'x'.repeat(1_000_000),
      body: 'y'.repeat(1_000_000),
      messageId: 'z'.repeat(1_000_000),
    });
    await push('x'.repeat(1_000_000));
    expect(shown.map(({ title }) => title.length)).toEqual([1000, 1000]);
    expect(shown[0]?.options).toMatchObject({ tag: undefined });
    expect(shown[0]?.options.body).toHaveLength(1000);
  });

  it('deeper than can be read does not end the worker', async () => {
    const { push, shown } = setup();
    await push(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(shown).toHaveLength(1);
  });

  it('of a provider of your own is read by `read`', async () => {
    const read = (json: object) => JSON.parse((json as { data: { ours: string } }).data.ours) as unknown;
    const { push, shown } = setup({ read });

    await push({ data: { ours: '{"title":"Sale","campaignId":"7"}' } });
    await push({ data: { ours: '{' } });

    expect(shown.map(({ title }) => title)).toEqual(['Sale', 'shop.example.com']);
  });

  it('that `read` gives nothing for is left alone', async () => {
    const { push, shown } = setup({ read: () => undefined });
    await push({ title: 'For somebody else' });
    expect(shown).toEqual([]);
  });
});

describe('a click on it', () => {
  it.each([
    ['/sale', `${site}/sale`],
    ['https://example.com/a', 'https://example.com/a'],
    [undefined, `${site}/`],
    ['javascript:alert(1)', `${site}/`],
    ['data:text/html,hi', `${site}/`],
    ['https://', `${site}/`],
    [{}, `${site}/`],
  ])('with the page %j opens %s', async (url, page) => {
    const { push, click, opened } = setup();
    await push({ title: 'Sale', url });
    expect(await click()).toBe(true);
    expect(opened).toEqual([page]);
  });

  it('goes to the window that has the page', async () => {
    const { push, click, opened, openWindow } = setup();
    const [other, sale] = [openWindow(`${site}/`), openWindow(`${site}/sale`)];
    await push({ title: 'Sale', url: '/sale' });

    await click();

    expect([other.isFocused, sale.isFocused, opened]).toEqual([false, true, []]);
  });

  it.each([
    [
      'one with the same path',
      '/sale?from=push',
      [
        ['/', false],
        ['/sale?page=2', true],
        ['/sale/more', false],
      ],
      1,
    ],
    [
      'any of the site',
      '/sale',
      [
        ['/cart', true],
        ['/', false],
      ],
      0,
    ],
  ] as const)('leads %s there, where none has the page', async (_, url, there, index) => {
    const { push, click, opened, openWindow } = setup();
    const windows = there.map(([path]) => openWindow(site + path));
    await push({ title: 'Sale', url });

    await click();

    expect(windows.map(({ url, isFocused }) => [url.replace(site, ''), isFocused])).toEqual(
      there.map(([path, isFocused], at) => [at === index ? url : path, isFocused]),
    );
    expect(opened).toEqual([]);
  });

  it.each([
    ['is not led by the service worker', '/sale', false],
    ['would leave the site', 'https://example.com/sale', true],
  ])('leads none there that %s', async (_, url, isLed) => {
    const { push, click, opened, openWindow } = setup();
    const window = openWindow(`${site}/cart`, isLed);
    await push({ title: 'Sale', url });

    await click();

    expect([window.url, window.isFocused]).toEqual([`${site}/cart`, false]);
    expect(opened).toEqual([new URL(url, site).href]);
  });

  it('on a push without a page goes to any window of the site', async () => {
    const { push, click, opened, openWindow } = setup();
    const window = openWindow(`${site}/cart`);
    await push({ title: 'Hello' });

    await click();

    expect([window.isFocused, opened]).toEqual([true, []]);
  });

  it('on a button goes to the page of the button, or else of the push', async () => {
    const { push, click, opened } = setup();
    const actions = [
      { action: 'cart', title: 'Cart', url: '/cart' },
      { action: 'later', title: 'Later' },
    ];
    await push({ title: 'Sale', url: '/sale', actions });

    for (const action of ['cart', 'later', 'unknown']) await click(action);

    expect(opened).toEqual([`${site}/cart`, `${site}/sale`, `${site}/sale`]);
  });

  it.each([undefined, null, 'text', { url: '/own' }, { tidings: null }])(
    'that is not ours is left alone: %j',
    async (data) => {
      const { click, opened } = setup();
      expect(await click('', { title: 'Own', options: { data } })).toBe(false);
      expect(opened).toEqual([]);
    },
  );

  it('that the browser takes for too old is no failure', async () => {
    const scope = createScope();
    scope.worker.clients.openWindow = () => Promise.reject(new Error('Not allowed to open a window'));
    showPushes({}, scope.worker);
    await scope.push({ title: 'Sale' });
    await expect(scope.click()).resolves.toBe(true);
  });
});
