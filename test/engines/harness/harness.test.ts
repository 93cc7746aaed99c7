import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { preferring } from './preferring.js';
import { itInTurn } from './share.js';
import { inEveryEngine } from './harness.js';
import { createSite, type Site } from './site.js';
import type { Frame } from './engine.js';
import { chosenEngines, isInstalled } from './engines.js';

/** Puts a value into the page's IndexedDB. */
const put = (page: Frame, value: string) =>
  page.evaluate(`import('idb-keyval').then(({ set }) => set('key', ${JSON.stringify(value)}))`);

/** Gets the value from the page's IndexedDB. */
const get = (page: Frame) => page.evaluate("import('idb-keyval').then(({ get }) => get('key'))");

/** Keeps the events of the page's window or document from now on, in `seen`. */
const listenFor = (page: Frame, ...names: string[]) =>
  page.evaluate((names: string[]) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const name of names) {
      const target = name === 'visibilitychange' ? document : window;
      target.addEventListener(name, () => seen.push(`${name} ${document.visibilityState}`));
    }
  }, names);

const reach = (page: Frame) =>
  page.evaluate(() =>
    fetch('/service').then(
      (response) => response.text(),
      () => 'none',
    ),
  );

const service = () => new Response('reached');

/** A service that keeps what it is sent. */
function collectBeacons() {
  const beacons: string[] = [];
  const service = async (request: Request) => {
    beacons.push(await request.text());
    return new Response();
  };
  return { service, beacons };
}

inEveryEngine('the harness', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  describe('a page', () => {
    inTurn('evaluates functions, expressions and promises', async () => {
      const { open } = await setScene();
      const page = await open();

      expect(await page.evaluate((a: number, b: { c: string }) => [a, b.c], 1, { c: 'd' })).toEqual([1, 'd']);
      expect(await page.evaluate('Promise.resolve({ a: [1] })')).toEqual({ a: [1] });
      expect(await page.evaluate('undefined')).toBeUndefined();
      await expect(page.evaluate('Promise.reject(new TypeError("no way"))')).rejects.toThrow('no way');
    });

    inTurn('evaluates and listens under a strict policy', async () => {
      const policy = "default-src 'none'; script-src 'nonce-a'; require-trusted-types-for 'script'";
      const html = '<button>Press</button><script nonce="a">console.error("said", 1)</script>';
      const { open } = await setScene({
        pages: { '/': { html, headers: { 'content-security-policy': policy } } },
      });
      const page = await open();

      expect(await page.text('button')).toBe('Press');
      expect(await page.errors()).toEqual(['error: said 1']);
    });

    inTurn('is clicked, typed into and pressed as by a hand', async () => {
      const { open } = await setScene({
        pages: {
          '/': `<div style="height: 3000px"></div><button>Press</button><input><textarea></textarea>
          <script>
            const trusted = [];
            for (const name of ['click', 'keydown', 'input'])
              addEventListener(name, (event) => event.isTrusted && trusted.push(name + ' ' + (event.key ?? '')));
          </script>`,
        },
      });
      const page = await open();

      await page.click('button');
      await page.type('input', 'aB');
      for (const key of ['Enter', 'Escape', 'x', 'Tab', 'Shift+Tab', 'Shift+Tab']) await page.press(key);

      expect(await page.evaluate("document.querySelector('input').value")).toBe('aBx');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON');
      expect(await page.evaluate('trusted')).toEqual(
        expect.arrayContaining([
          'click ',
          'keydown Enter',
          'keydown Escape',
          'keydown x',
          'keydown Tab',
          'input ',
        ]),
      );
    });

    it('hits what it clicks, though that moves at the last moment', async () => {
      const { open } = await setScene({
        pages: {
          '/': `<button>Go</button><script>
            const pressed = [];
            const button = document.querySelector('button');
            for (const name of ['pointerdown', 'click'])
              addEventListener(name, ({ target }) => pressed.push(name + ' ' + target.localName));
            const look = document.elementFromPoint;
            document.elementFromPoint = function (...place) {
              const found = look.apply(document, place);
              button.style.marginTop = '200px';
              return found;
            };
          </script>`,
        },
      });
      const page = await open();

      await page.click('button');

      expect(await page.evaluate('pressed')).toEqual(['pointerdown button', 'click button']);
    });

    inTurn('hears keys while another page is in front', async () => {
      const { open } = await setScene({ pages: { '/': '<input autofocus>' } });
      const page = await open();
      await open();

      await page.type('input', 'abc');
      await page.press('d');

      expect(await page.evaluate("document.querySelector('input').value")).toBe('abcd');
    });

    inTurn('reaches into shadow roots and sandboxed frames', async () => {
      const inner = '<button onclick="textContent=\'Pressed\'">Press</button>';
      const { open } = await setScene({
        pages: {
          '/': `<div id="host"></div><script>
          const root = host.attachShadow({ mode: 'open' });
          root.innerHTML = '<p>Shadow</p><iframe style="margin: 40px" sandbox="allow-scripts"></iframe>';
          root.querySelector('iframe').srcdoc = ${JSON.stringify(inner)};
        </script>`,
        },
      });
      const page = await open();

      await page.frame('iframe').click('button');

      expect(await page.text('p')).toBe('Shadow');
      expect(await page.frame('iframe').text('button')).toBe('Pressed');
      expect(await page.frame('iframe').evaluate('origin')).toBe('null');
    });

    inTurn('waits for what it is asked to wait for', async () => {
      const { open } = await setScene({
        pages: { '/': '<script>window.asked = 0</script>' },
      });
      const page = await open();

      expect(await page.waitUntil('(asked += 1) === 3 && 7')).toBe(7);
    });

    inTurn('goes on while it waits for another', async () => {
      const { open } = await setScene();
      const [one, other] = [await open(), await open()];

      const heard = one.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const channel = new BroadcastChannel('a');
            channel.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
            channel.postMessage('ready');
          }),
      );
      await other.evaluate(() => {
        const channel = new BroadcastChannel('a');
        channel.onmessage = () => channel.postMessage('hello');
        channel.postMessage('hello'); // It may have been ready before.
      });

      expect(await heard).toBe('hello');
    });

    inTurn('keeps IndexedDB when it is reloaded', async () => {
      const { open } = await setScene();
      const page = await open();
      await put(page, 'kept');

      await page.reload();

      expect(await get(page)).toBe('kept');
    });

    inTurn('goes to another and back', async () => {
      const { open, site } = await setScene({ pages: { '/': '<p>One</p>', '/two': '<p>Two</p>' } });
      const page = await open();

      await page.goto(`${site.url}/two`);
      expect(await page.text('p')).toBe('Two');

      await page.back();
      expect(await page.text('p')).toBe('One');
    });

    inTurn('is hidden and shown', async () => {
      const { open } = await setScene();
      const page = await open();
      const other = await open();
      await listenFor(page, 'visibilitychange', 'pagehide');

      await page.hide();
      expect(await page.evaluate('[document.visibilityState, document.hidden]')).toEqual(['hidden', true]);
      expect(await other.evaluate('document.visibilityState')).toBe('visible');

      await page.show();
      expect(await page.evaluate('document.visibilityState')).toBe('visible');
      expect(await page.evaluate('seen')).toEqual(['visibilitychange hidden', 'visibilitychange visible']);
    });

    it('takes the size it is given', async () => {
      const { open } = await setScene();
      const page = await open();
      expect(await page.evaluate('[innerWidth, innerHeight]')).toEqual([1024, 700]);

      for (const [width, height] of [
        [320, 500],
        [1280, 800],
        [390, 844],
        [1024, 700],
      ] as const) {
        await page.resize({ width, height });

        // What follows may measure it at once.
        expect(await page.evaluate('[innerWidth, innerHeight]')).toEqual([width, height]);
      }
    });

    inTurn('tells what it said', async () => {
      const { open } = await setScene();
      const page = await open();

      await page.evaluate(() => {
        console.log('a', 1);
        console.warn('careful');
        void Promise.reject(new Error('nobody caught this'));
        setTimeout(() => {
          throw new Error('nor this');
        });
      });

      await expect
        .poll(() => page.errors().then((lines) => lines.sort()))
        .toEqual(['uncaught: Error: nobody caught this', 'uncaught: Error: nor this']);
      await page.reload();
      expect(await page.console()).toEqual(expect.arrayContaining(['log: a 1', 'warn: careful']));
    });

    inTurn('says nothing by itself', async () => {
      const { open } = await setScene({ pages: { '/': '<title>Quiet</title>' } });
      const page = await open();

      expect(await page.console()).toEqual([]);
    });

    inTurn('is pictured as a PNG', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tidings-picture-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const { open } = await setScene({ pages: { '/': '<h1>Cheese</h1>' } });
      const page = await open();

      await page.screenshot(join(folder, 'page.png'));

      const picture = await readFile(join(folder, 'page.png'));
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.readUInt32BE(16)).toBe(1024);
    });

    inTurn('hears `pagehide` when it is closed', async () => {
      const { service, beacons } = collectBeacons();
      const { open } = await setScene({ service });
      const page = await open();
      await page.evaluate(() =>
        addEventListener('pagehide', () => navigator.sendBeacon('/beacon', 'pagehide')),
      );

      await page.close();

      await expect.poll(() => beacons).toEqual(['pagehide']);
    });

    inTurn('tells what it was asked for, and what came of it', async () => {
      const { open } = await setScene({ service });
      const page = await open();

      await page.waitUntil('performance.now() > 100');
      await expect(page.evaluate('unheardOf')).rejects.toThrow();

      expect(page.diary()).toEqual([
        expect.stringMatching(/^goto "http.*": done after \d+ ms$/),
        expect.stringMatching(/^run .*performance.now.*: done after/),
        expect.stringMatching(/^run .*unheardOf.*: failed \(.*unheardOf/),
      ]);
    });

    inTurn('hears nothing when it is killed, and what it stored is there', async () => {
      const { service, beacons } = collectBeacons();
      const { open, browser } = await setScene({ service });
      const witness = await open();
      const page = await open('/', { isNew: true });
      await put(page, 'kept');
      await page.evaluate(() => {
        addEventListener('pagehide', () => navigator.sendBeacon('/beacon', 'pagehide'));
        void navigator.locks.request('lock', () => new Promise(() => {}));
      });

      await page.kill();
      const next = await open();

      expect(await get(next)).toBe('kept');
      expect(await next.evaluate("navigator.locks.request('lock', () => 'free')")).toBe('free');
      expect(beacons).toEqual([]);
      expect(await witness.evaluate('1 + 1')).toBe(2);
      expect(browser.pages).toEqual([witness, next]);
      await expect(page.evaluate('1')).rejects.toThrow();
    });
  });

  describe('a browser', () => {
    inTurn('goes offline and online', async () => {
      const { open, browser } = await setScene({ service });
      const page = await open();
      await listenFor(page, 'offline', 'online');

      await browser.offline();
      expect(await reach(page)).toBe('none');
      expect(await page.evaluate('navigator.onLine')).toBe(false);

      await browser.online();
      expect(await reach(page)).toBe('reached');
      expect(await page.evaluate('navigator.onLine')).toBe(true);
      await page.waitUntil("seen.join() === 'offline visible,online visible'");
    });

    inTurn('gives each site a storage of its own, shared by its pages', async () => {
      const first = await setScene();
      const [page, other] = [await first.open(), await first.open()];
      await put(page, 'shared');
      const stranger = await (await setScene()).open();

      expect(await get(other)).toBe('shared');
      expect(await get(stranger)).toBeUndefined();
    });

    it('shows dark colours and little motion when asked to', async () => {
      const openAsWished = preferring(engine, { dark: true, calm: true });
      const { site, open } = await setScene();
      const wishes = `['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)']
        .map((wish) => matchMedia(wish).matches)`;

      expect(await (await openAsWished(site.url)).evaluate(wishes)).toEqual([true, true]);
      expect(await (await open()).evaluate(wishes)).toEqual([false, false]);
    });

    inTurn('is killed, and keeps IndexedDB when it is started again', async () => {
      const { open, browser } = await setScene();
      const page = await open();
      await put(page, 'kept');

      await browser.kill();
      expect(browser.isRunning).toBe(false);
      await expect(page.evaluate('1')).rejects.toThrow();
      await expect(open()).rejects.toThrow('not running');

      if (!engine.keepsProfile) return expect(browser.restart()).rejects.toThrow('keeps no profile');
      await browser.restart();
      return expect(await get(await open())).toBe('kept');
    });
  });
});

describe('a site', () => {
  it('is cut off and mended', async () => {
    const site = await createSite({ service });
    onTestFinished(() => site.close());
    const ask = async () => (await fetch(`${site.url}/service`)).text();
    expect(await ask()).toBe('reached');

    site.cut();
    await expect(ask()).rejects.toThrow('fetch failed');

    site.mend();
    expect(await ask()).toBe('reached');
  });

  it('breaks the connection of a request that waits for its answer', async () => {
    const site: Site = await createSite({
      service() {
        site.cut();
        return new Promise<Response>(() => {});
      },
    });
    onTestFinished(() => site.close());

    await expect(fetch(`${site.url}/service`)).rejects.toThrow('fetch failed');
  });

  it('serves the dependencies of the SDK, and nothing beside', async () => {
    const site = await createSite();
    onTestFinished(() => site.close());

    const file = await fetch(`${site.url}/node_modules/idb-keyval/dist/index.js`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await fetch(`${site.url}/package.json`)).status).toBe(404);
    expect((await fetch(`${site.url}/dist/%2e%2e/package.json`)).status).toBe(404);
  });
});

describe('the choice of engines', () => {
  it.each([
    ['', ['chromium', 'firefox', 'webkit']],
    ['webkit', ['webkit']],
    ['firefox, chromium', ['firefox', 'chromium']],
  ])('%j runs %j', (choice, names) => {
    expect(chosenEngines(choice).map(({ name }) => name)).toEqual(names);
  });

  it('knows no others', () => {
    expect(() => chosenEngines('opera')).toThrow('`ENGINE` must be of chromium, firefox, webkit; got opera');
  });

  it('knows which are installed', () => {
    expect(isInstalled({ programs: [process.execPath] })).toBe(true);
    expect(isInstalled({ programs: [process.execPath, '/usr/bin/no-such-browser'] })).toBe(false);
  });
});
