import { expect, it } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { shareOf } from '../harness/share.js';
import { createPlacementShop, listed, PICTURE, type Sent } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const moves: number[];

const VIEWS = ['card', 'banner', 'notification'];
const buttons = [
  { id: 'a', title: 'Shop the sale', action: { type: 'openUrl' as const, data: '/sale' } },
  { id: 'b', title: 'Not now', action: { type: 'action://later' as const } },
];
const kinds: Sent[] = [
  { url: '/sale', elements: { mediaUrl: PICTURE, mediaUrlCaption: 'Hills', buttons } },
  { title: 'A title that is as long as nobody would write it '.repeat(4), elements: { buttons } },
  { title: 'Unbreakable'.repeat(12), elements: { mediaUrl: PICTURE, mediaUrlCaption: 'Hills' } },
];
const body = VIEWS.map(
  (view, index) => `<tidings-placement placement-id="${index + 1}" view="${view}"></tidings-placement>`,
).join('');
const messages = VIEWS.flatMap((_, index) => kinds.map((kind) => ({ ...kind, placementId: index + 1 })));

/** From which side, in which light, and how large. */
const LOOKS: [dir: string, scheme: string, zoom: number][] = [
  ['ltr', 'light', 1],
  ['rtl', 'dark', 1],
  ['ltr', 'dark', 2],
];

inEveryEngine('the looks of embedded messages', (setScene, engine) => {
  it.each(LOOKS.map((look) => ({ look, name: look.join(', ') })))(
    'fit every width without a rule of axe broken: $name times as large',
    async ({ look }) => {
      const [dir, scheme, zoom] = look;
      const attributes = `lang="en" dir="${dir}" style="color-scheme: ${scheme}; background: Canvas; zoom: ${zoom}"`;
      const { open } = await setScene(await createPlacementShop(messages, { body, attributes }));
      const page = await open();
      await listed(page, kinds.length);

      for (const width of [280, 390, 768, 1440]) {
        const wide = await page.evaluate((width: number) => {
          const main = document.querySelector('main') ?? document.body;
          main.style.width = `${width}px`;
          const { left, right } = main.getBoundingClientRect();
          const inside = [...document.querySelectorAll('tidings-placement')].flatMap(({ shadowRoot }) => [
            ...(shadowRoot?.querySelectorAll('*') ?? []),
          ]);
          const boxes = inside.map((element) => element.getBoundingClientRect());
          return boxes.filter((box) => box.width && (box.left < left - 1 || box.right > right + 1)).length;
        }, width);
        expect([width, wide]).toEqual([width, 0]);
      }
      if (shareOf(engine, LOOKS).includes(look)) expect(await violationsOf(page)).toEqual([]);
      expect(await page.errors()).toEqual([]);
    },
  );

  it('do not move the page where their room is kept', async () => {
    const shop = await createPlacementShop([kinds[0] ?? {}], {
      head: '<style>tidings-placement { display: block; min-height: 30rem; max-width: 20rem }</style>',
    });
    const { open } = await setScene(shop);
    const page = await open();
    const top = () => Math.round(document.querySelector('#after')?.getBoundingClientRect().top ?? 0);
    const before = await page.evaluate(top);

    await listed(page, 1);

    expect(await page.evaluate(top)).toBe(before);
  });
});

inEveryEngine(
  'the layout shift of embedded messages',
  (setScene) => {
    it('is none where their room is kept', async () => {
      const head = `<style>tidings-placement { display: block; min-height: 30rem; max-width: 20rem }</style>
        <script>
          globalThis.moves = [];
          new PerformanceObserver((list) => moves.push(...list.getEntries().map(({ startTime }) => startTime)))
            .observe({ type: 'layout-shift', buffered: true });
        </script>`;
      const shop = await createPlacementShop([kinds[0] ?? {}], { head });
      const { open } = await setScene(shop);
      const page = await open();
      await listed(page, 1);

      const start = await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames++)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        document.querySelector('tidings-placement')?.remove();
        return now;
      });

      // What is moved on purpose is noticed, and nothing was before it.
      await page.waitUntil(() => moves.length);
      expect(Math.min(...(await page.evaluate(() => moves)))).toBeGreaterThanOrEqual(start);
    });
  },
  // No other engine measures it.
  { only: ['chromium'] },
);
