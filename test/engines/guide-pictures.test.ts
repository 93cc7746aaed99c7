import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedded } from './guides/embedded-scene.js';
import { form, html, inbox, views } from './guides/in-app-scenes.js';
import { difference, drawn, FOLDER, GUIDES } from './guides/taken.js';
import { console, inspector, pushPrompt, shop } from './guides/tool-scenes.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine, type SetScene } from './harness/harness.js';

/** What each picture shows, by its name: a page, ready to be taken. */
const scenes: Record<string, (setScene: SetScene) => Promise<Page>> = {
  shop,
  console,
  inspector,
  'push-prompt': pushPrompt,
  'in-app-html': html,
  'in-app-views': views,
  'in-app-form': form,
  inbox,
  embedded,
};

const pictures = readdirSync(GUIDES).filter((name) => name.endsWith('.webp'));

/**
 * How far a picture may be from what there is to see: other letters, as another machine has them, make a third of that;
 * a view in the place of another makes three times as much.
 */
const ALIKE = 0.01;

inEveryEngine(
  'the pictures of the guides',
  (setScene) => {
    it.each(Object.entries(scenes))('show what there is to see: %s', async (name, play) => {
      const page = await play(setScene);
      await page.waitUntil(drawn);
      const file = join(FOLDER, `${name}.webp`);

      await page.screenshot(file);

      expect(statSync(file).size).toBeLessThan(60_000);
      const { open } = await setScene();
      const apart = await difference(await open(), join(GUIDES, `${name}.webp`), file);
      expect(apart, 'SHARES=all takes it anew').toBeLessThan(ALIKE);
    });
  },
  { only: ['chromium'] },
);

/** The guides, and what is read before them. */
const texts = ['../README.md', ...readdirSync(GUIDES).filter((name) => name.endsWith('.md'))]
  .map((name) => readFileSync(join(GUIDES, name), 'utf8'))
  .join('\n');

describe('the pictures of the guides', () => {
  it('are all taken here, and no more of them than a package carries lightly', () => {
    expect(pictures).toEqual(
      Object.keys(scenes)
        .map((name) => `${name}.webp`)
        .sort(),
    );
    const sizes = pictures.map((name) => statSync(join(GUIDES, name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(450_000);
  });

  it.each(pictures)('are told in words where they are shown: %s', (name) => {
    const [, words = ''] = new RegExp(`!\\[([^\\]]*)\\]\\((?:docs/)?${name}\\)`).exec(texts) ?? [];

    expect(words.length).toBeGreaterThan(80);
  });
});
