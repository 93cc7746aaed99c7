import type { Browser, Engine, LaunchOptions } from './engine.js';

/** The browsers of this worker, which all its files share: a site's storage is its own. */
const browsers = new Map<string, Browser>();

/** The one browser that this worker has of an engine and these options. One that was killed is followed by another. */
export async function sharedBrowser(engine: Engine, options?: LaunchOptions): Promise<Browser> {
  const name = JSON.stringify([engine.name, options]);
  const last = browsers.get(name);
  if (await last?.isWell()) return last as Browser;
  await last?.close();
  const browser = await engine.launch(options);
  browsers.set(name, browser);
  return browser;
}
