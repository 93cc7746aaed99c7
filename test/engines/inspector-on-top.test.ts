import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { advance, pageClock } from './harness/page-clock.js';
import { lookIn } from './look-in.js';
import { createVisitor } from './visitor.js';

/** The page's own names, for functions that run in it. */
declare const roots: ShadowRoot[];
declare const client: Client;
declare const heard: [at: number, words: string][];
declare const told: boolean[];
declare const second: { close(): void };

/** What a page may do to its root, each of which moves what is fixed in it. */
const styles = ['transform: scale(1)', 'contain: paint'];

/** What a page has beside its inspector. */
interface Ways {
  head?: string;
  body?: string;
  /** Code that runs before the inspector starts. */
  before?: string;
}

inEveryEngine('the inspector, on a page of its own ways', (setScene) => {
  /** Opens a page with an inspector. */
  async function opened({ head = '', body = '', before = '' }: Ways) {
    const visitor = await createVisitor();
    const html = visitor.pageOf({
      head: `${lookIn()}${head}`,
      ...{ body, name: 'startInApp' },
      script: `${before}
        const { startInspector } = await import('tidings/inspector');
        globalThis.inspector = startInspector(client);`,
    });
    const { open } = await setScene({ service: visitor.service, pages: { '/': html } });
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    return page;
  }

  it('stands beside that of another client, and one of them is open at a time', async () => {
    const visitor = await createVisitor();
    const html = visitor.pageOf({
      head: `${lookIn()}<style>tidings-inspector { --tidings-inspector-width: 12rem }</style>`,
      body: '',
      name: 'startInApp',
      script: `const { startInspector } = await import('tidings/inspector');
        const more = createClient({ apiKey: 'another-web-key', baseUrl: location.origin });
        globalThis.told = [];
        startInspector(client, { onToggle: (isOpen) => told.push(isOpen) });
        globalThis.second = startInspector(more);
        await client.track('viewed');`,
    });
    const { open } = await setScene({ service: visitor.service, pages: { '/': html } });
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    const seen = () =>
      page.evaluate(() => {
        const shown = roots.map((root) => root.querySelector('aside')).filter((aside) => aside?.isConnected);
        const boxes = shown.map((aside) => aside?.getBoundingClientRect() ?? new DOMRect());
        return {
          names: shown.map((aside) => aside?.getAttribute('aria-label')),
          isOpen: shown.map((aside) => aside?.className === 'open'),
          isApart: boxes.every((a, at) =>
            boxes.every((b, to) => at >= to || a.bottom <= b.top || b.bottom <= a.top),
          ),
          isInView: boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight),
        };
      });
    const names = ['Tidings inspector', 'Tidings 2 inspector'];
    expect(await seen()).toEqual({ names, isOpen: [false, true], isApart: true, isInView: true });

    await page.evaluate(() => roots[0]?.querySelector('button')?.click());

    expect(await seen()).toEqual({ names, isOpen: [true, false], isApart: true, isInView: true });
    expect(await page.evaluate(() => told)).toEqual([false, true]);
    await page.waitUntil(() => /\d m?s/.test(roots[0]?.querySelector('.good .state')?.textContent ?? ''));
    const linesOfFigures = await page.evaluate(() =>
      [...(roots[0]?.querySelectorAll('.state .figure') ?? [])].map(
        (figure) => figure.getClientRects().length,
      ),
    );
    expect(new Set(linesOfFigures)).toEqual(new Set([1]));

    await page.evaluate(() => second.close());

    expect(await seen()).toEqual({ names: names.slice(0, 1), isOpen: [true], isApart: true, isInView: true });
  });

  it.each(styles)('stands in the corner of the window: %s', async (style) => {
    const visitor = await createVisitor();
    const html = visitor.pageOf({
      head: `${lookIn()}<style>html { ${style} } body { min-height: 5000px }</style>`,
      body: '',
      name: 'startInApp',
      script: `const { startInspector } = await import('tidings/inspector');
        startInspector(client, { isOpen: false });`,
    });
    const { open } = await setScene({ service: visitor.service, pages: { '/': html } });
    const page = await open();
    await page.waitUntil('globalThis.isReady');

    const found = await page.evaluate(
      () => document.elementFromPoint(innerWidth - 40, innerHeight - 30)?.localName,
    );

    expect(found).toBe('tidings-inspector');
    expect(await page.errors()).toEqual([]);
  });

  it('stands whole in the window of a page that is zoomed', async () => {
    const visitor = await createVisitor();
    const html = visitor.pageOf({
      head: `${lookIn()}<style>html { zoom: 2 }</style>`,
      body: '',
      name: 'startInApp',
      script: `const { startInspector } = await import('tidings/inspector');
        startInspector(client);`,
    });
    const { open } = await setScene({ service: visitor.service, pages: { '/': html } });
    const page = await open();
    await page.waitUntil('globalThis.isReady');

    for (const width of [1024, 390]) {
      await page.resize({ width, height: 500 });
      const found = () =>
        page.evaluate(() => {
          const at = (x: number, y: number) => roots[0]?.elementFromPoint(x, y)?.closest('aside');
          const down = Array.from({ length: innerHeight }, (_, y) => y);
          const top = down.find((y) => at(innerWidth - 60, y)) ?? 0;
          return {
            isHeadInView:
              top > 0 && !!roots[0]?.elementFromPoint(innerWidth - 60, top + 10)?.closest('button'),
            isFootInView: !!at(innerWidth - 60, innerHeight - 40) && !at(innerWidth - 60, innerHeight - 4),
            isBesideEdges: !at(4, innerHeight - 100) && !at(innerWidth - 4, innerHeight - 100),
          };
        });
      await expect.poll(found).toEqual({ isHeadInView: true, isFootInView: true, isBesideEdges: true });
    }
    expect(await page.errors()).toEqual([]);
  });

  it('is as large on a page whose root has a font size of its own', async () => {
    const page = await opened({ head: '<style>html { font-size: 62.5% }</style>' });
    await page.resize({ width: 1280, height: 900 });

    const size = await page.evaluate(() => {
      const { width, height } = roots[0]?.querySelector('aside')?.getBoundingClientRect() ?? new DOMRect();
      return [width, height];
    });

    expect(size).toEqual([432 - 12, 736]);
  });

  it('stands over the outlines of what is counted as seen', async () => {
    const page = await opened({ body: '<p style="position: fixed; inset: 0">Free shipping</p>' });
    await page.resize({ width: 390, height: 844 });
    await page.evaluate(() => {
      const detail = { messageId: 'm-1', element: document.querySelector('p'), isCounted: true };
      dispatchEvent(new CustomEvent('tidings-seen', { detail }));
    });
    await page.waitUntil(() => roots[0]?.querySelector('.outlines > div'));

    const onTop = await page.evaluate(() => {
      const root = roots[0];
      // What a pointer passes through is not found.
      root
        ?.querySelector<HTMLElement>('.outlines > div')
        ?.style.setProperty('pointer-events', 'auto', 'important');
      const { x, y, width, height } = root?.querySelector('aside')?.getBoundingClientRect() ?? new DOMRect();
      return [
        root?.elementFromPoint(x + width / 2, y + height / 2)?.closest('aside, .outlines')?.localName,
        root?.elementFromPoint(x + width / 2, y - 20)?.closest('aside, .outlines')?.className,
      ];
    });

    expect(onTop).toEqual(['aside', 'outlines']);
  });

  it.each([
    ['the page', 'document.body'],
    ['a shadow tree', `document.querySelector('#host').attachShadow({ mode: 'open' })`],
  ])('begins as a button alone where a modal dialog of %s stands', async (_, place) => {
    const page = await opened({
      body: '<div id="host"></div>',
      before: `const dialog = document.createElement('dialog');
        dialog.append(document.createElement('button'));
        ${place}.append(dialog);
        dialog.showModal();
        globalThis.dialog = dialog;`,
    });
    const isOpen = () =>
      page.evaluate(() => roots[0]?.querySelector('button')?.getAttribute('aria-expanded') ?? '');

    expect(await isOpen()).toBe('false');

    await page.evaluate('dialog.close()');
    await page.evaluate(() => roots[0]?.querySelector('button')?.click());
    expect(await isOpen()).toBe('true');
    expect(await page.errors()).toEqual([]);
  });

  it('is heard in few words while much happens, and says the last of them', async () => {
    const page = await opened({ head: pageClock, before: 'globalThis.heard = [];' });
    await page.waitUntil(() => roots[0]?.querySelector('[role=status]')?.textContent);
    await page.evaluate(() => {
      const status = roots[0]?.querySelector('[role=status]') ?? document.body;
      new MutationObserver(() => heard.push([performance.now(), status.textContent])).observe(status, {
        childList: true,
      });
    });

    for (let count = 0; count < 60; count++) {
      await page.evaluate((count: number) => client.track(`viewed-${count}`), count);
      await advance(page, 100);
    }
    await page.evaluate(() => client.flush());
    await advance(page, 3_000);

    const isLastSaid = async () => {
      const [seen, said] = await page.evaluate(() => [
        roots[0]?.querySelector('.brief')?.textContent,
        heard.at(-1)?.[1],
      ]);
      return seen === said && /^0 waiting/.test(said ?? '');
    };
    await expect.poll(isLastSaid).toBe(true);
    const times = await page.evaluate(() => heard.map(([at]) => at));
    const least = Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
    expect(times.length).toBeGreaterThan(1);
    // What is heard is noted a moment after it is said.
    expect(least).toBeGreaterThan(2_900);
  });
});
