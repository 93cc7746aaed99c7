import { expect, it } from 'vitest';
import type * as library from '../../../src/index.js';
import { inEveryEngine } from '../harness/harness.js';
import { inWords } from '../in-words.js';
import { createScriptShop, makeClient, stub } from './script-shop.js';

/** The page's own names, for functions that run in it. */
declare const client: library.Client & Promise<library.Client>;
declare const tidings: typeof library;
declare const said: string[];
declare const stop: () => void;
declare const keptCalls: () => number;
declare const inApp: library.InApp & Promise<library.InApp>;

/** What a page does before the script is there. */
const early = (apiKey: string) => `
  globalThis.said = [];
  globalThis.keptCalls = () => Object.getOwnPropertyDescriptor(tidings, 'queue').value.length;
  addEventListener('unhandledrejection', ({ reason }) => said.push('unhandled ' + reason));
  addEventListener('error', ({ message }) => said.push('thrown ' + message));
  const say = (what) => (value) => said.push(what + ' ' + (value?.message ?? value));
  ${makeClient(apiKey)}
  globalThis.stop = client.on('recorded', ({ kind, name }) => kind === 'custom' && said.push('recorded ' + name));
  client.identify({ email: 'ada@example.com' });
  const first = client.track('first');
  first.then(say('first'));
  first.delivered.then(say('told'));
  client.track('second').finally(say('second'));
  tidings.updateEmail(client, 'nonsense').catch(say('refused'));
  client.nonsense().catch(say('unknown'));
  globalThis.inApp = tidings.startInApp(client);
  inApp.inbox.subscribe(() => client.track('third'))();`;

const pageWith = (tag: string) => (apiKey: string) =>
  `<title>Shop</title><script>${stub}</script>${tag}<script>${early(apiKey)}</script>`;

/** Makes a tag's script come while the page is open. */
const addTag = (src: string) => {
  document.head.append(Object.assign(document.createElement('script'), { src }));
};

inEveryEngine('the script with its stub', (setScene) => {
  it.each([
    ['async', '<script async src="/slow/tidings.js"></script>'],
    ['defer', '<script defer src="/slow/tidings.js"></script>'],
    ['type=module', '<script type="module" src="/slow/tidings.js"></script>'],
    ['async and type=module', '<script async type="module" src="/slow/tidings.js"></script>'],
  ])('makes what was called before it came, in order, and keeps each promise: %s', async (_, tag) => {
    const shop = await createScriptShop({ html: pageWith(tag) });
    const { open } = await setScene(shop);
    const page = await open();

    const names = ['first', 'second', 'third'];
    await expect.poll(() => shop.arrived().sort()).toEqual(names.map((name) => `ada@example.com ${name}`));
    const words = await page.evaluate(() => said);
    expect(words.filter((word) => word.startsWith('recorded'))).toEqual(
      names.map((name) => `recorded ${name}`),
    );
    expect(words).toContain('first undefined');
    expect(words).toContain('second undefined');
    await page.waitUntil(() => said.includes('told undefined'));
    expect(words.join()).toContain('refused npx tidings explain 41');
    expect(inWords(words.join())).toContain('unknown There is no function `nonsense`');
    expect(await page.errors()).toEqual([]);
  });

  it('makes of what the stub gave the real thing', async () => {
    const shop = await createScriptShop({ html: pageWith('<script async src="/slow/tidings.js"></script>') });
    const { open } = await setScene(shop);
    const page = await open();
    // Whose answer comes last: what is told below is of what follows.
    await page.waitUntil(() => said.includes('second undefined') && said.includes('told undefined'));

    const found = await page.evaluate(async () => {
      const real = await client;
      const before = said.length;
      await client.track('heard');
      stop();
      await client.track('not heard');
      return [
        real.user,
        client.user,
        tidings.startInApp(real).inbox === (await inApp).inbox,
        Array.isArray(inApp.inbox.messages),
        said.slice(before),
      ];
    });

    const ada = { email: 'ada@example.com' };
    expect(found).toEqual([ada, ada, true, true, ['recorded heard']]);
  });

  it('does no harm when it comes twice', async () => {
    const tags =
      '<script async src="/dist/tidings.js"></script><script defer src="/slow/tidings.js"></script>';
    const shop = await createScriptShop({ html: pageWith(tags) });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => said.includes('second undefined'));
    const isSame = await page.evaluate(async () => {
      const before = tidings;
      const script = Object.assign(document.createElement('script'), { src: '/dist/tidings.js' });
      document.head.append(script);
      await new Promise((resolve) => (script.onload = resolve));
      return before === tidings && tidings.startInApp(await client).inbox === (await inApp).inbox;
    });

    await expect.poll(() => shop.arrived().length).toBe(3);
    expect(isSame).toBe(true);
    expect(await page.evaluate(() => said.filter((word) => word === 'recorded first'))).toHaveLength(1);
    expect(await page.errors()).toEqual([]);
  });

  it('is at home under another name', async () => {
    const html = (apiKey: string) => `<title>Shop</title><p id="shopMessages">An element of that name</p>
      <script>${stub.replace('("tidings")', '("shopMessages")')}</script>
      <script async src="/slow/tidings.js" data-global="shopMessages"></script>
      <script>globalThis.tidings = 'mine'; ${makeClient(apiKey, 'shopMessages')} client.identify({ email: 'ada@example.com' }); client.track('first')</script>`;
    const shop = await createScriptShop({ html });
    const { open } = await setScene(shop);
    const page = await open();

    await expect.poll(shop.arrived).toEqual(['ada@example.com first']);
    expect(await page.evaluate('tidings')).toBe('mine');
    expect(await page.errors()).toEqual([]);
  });

  it('leaves a global alone that is not its own, and says what to do', async () => {
    const html = () => '<script>globalThis.tidings = "mine"</script><script src="/dist/tidings.js"></script>';
    const { open } = await setScene(await createScriptShop({ html }));
    const page = await open();

    expect(await page.evaluate('tidings')).toBe('mine');
    expect(await page.errors()).toEqual([expect.stringContaining('name another one in `data-global`')]);
  });
});

inEveryEngine('a script that does not come', (setScene) => {
  it.each([
    ['is blocked', '<script async src="http://127.0.0.1:9/tidings.js"></script>'],
    ['is missing', '<script defer src="/missing/tidings.js"></script>'],
    ['is missing as a module', '<script type="module" src="/missing/tidings.js"></script>'],
    ['is another', '<script async src="/dist/tidings.js" integrity="sha384-AAAA" crossorigin></script>'],
  ])('lets the page go on: it %s', async (_, tag) => {
    const shop = await createScriptShop({ html: pageWith(tag) });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => said.includes('second undefined'));

    const words = await page.evaluate(async () => {
      await client.track('later');
      await client.flush();
      stop();
      for (let count = 0; count < 3_000; count++) void client.track('too much');
      return [...said, keptCalls()];
    });

    expect(words).toEqual(['first undefined', 'second undefined', 1_000]);
  });

  it('keeps a thousand calls at most while it is on its way', async () => {
    const { open } = await setScene(await createScriptShop({ html: pageWith('') }));
    const page = await open();

    const length = await page.evaluate(async () => {
      let last: Promise<void> | undefined;
      for (let count = 0; count < 3_000; count++) last = client.track('too much');
      await last;
      return keptCalls();
    });

    expect(length).toBe(1_000);
  });

  it('says in time that what speaks to the service hangs, and uses it once it comes', async () => {
    const shop = await createScriptShop({
      html: pageWith('<script async src="/hanging/tidings.js"></script>'),
    });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => said.includes('second undefined'));

    const why = await page.evaluate(async () => {
      const real = await client;
      return real.flush({ timeout: 300 }).then(String, String);
    });

    expect(inWords(why)).toContain('Not all was delivered in 300 ms');
    expect(shop.arrived()).toEqual([]);
    shop.letGo();
    await expect.poll(() => shop.arrived().length).toBe(3);
  });

  it('may come from somewhere else: then nothing is lost', async () => {
    const tag = '<script async src="/missing/tidings.js"></script>';
    const shop = await createScriptShop({ html: pageWith(tag) });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => said.includes('second undefined'));

    await page.evaluate(addTag, '/dist/tidings.js');

    await expect.poll(() => shop.arrived().length).toBe(3);
  });
});
