import { afterAll, onTestFinished } from 'vitest';
import type { Browser, Engine, LaunchOptions, Page } from './engine.js';

/** What a visitor may prefer. */
export type Preferences = Pick<LaunchOptions, 'dark' | 'calm'>;

/**
 * Opens pages for visitors who prefer something, in one browser for all tests of a suite, which starts with the first.
 * Each page is closed when its test ends.
 */
export function preferring(engine: Engine, preferences: Preferences): (url: string) => Promise<Page> {
  let launched: Promise<Browser> | undefined;
  afterAll(async () => (await launched)?.close());

  return async (url) => {
    const browser = await (launched ??= engine.launch(preferences));
    const page = await browser.open(url);
    onTestFinished(() => page.close());
    return page;
  };
}
