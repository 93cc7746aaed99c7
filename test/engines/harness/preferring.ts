import { onTestFinished } from 'vitest';
import type { Engine, LaunchOptions, Page } from './engine.js';
import { sharedBrowser } from './shared-browser.js';

/** What a visitor may prefer. */
export type Preferences = Pick<LaunchOptions, 'dark' | 'calm'>;

/** Opens pages for visitors who prefer something. They are gone when the test ends. */
export function preferring(engine: Engine, preferences: Preferences): (url: string) => Promise<Page> {
  return async (url) => {
    const browser = await sharedBrowser(engine, preferences);
    onTestFinished(() => browser.clear());
    return browser.open(url);
  };
}
