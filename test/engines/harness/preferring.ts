import { onTestFinished } from 'vitest';
import type { Engine, Page, Preferences } from './engine.js';
import { sharedBrowser } from './shared-browser.js';

/** Opens pages for visitors who prefer something. They are gone when the test ends. */
export function preferring(engine: Engine, preferences: Preferences): (url: string) => Promise<Page> {
  return async (url) => {
    const browser = await sharedBrowser(engine, engine.name === 'webkit' ? preferences : undefined);
    onTestFinished(() => browser.clear());
    return browser.open(url, preferences);
  };
}
