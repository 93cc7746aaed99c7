import type { CDPSession, Page } from 'puppeteer-core';

/** Takes a page's network away, until the session that this gives is detached. */
export async function goOffline(page: Page): Promise<CDPSession> {
  const tools = await sessionOf(page);
  const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await tools.send('Network.emulateNetworkConditions', conditions);
  return tools;
}

/** Lets nothing of a page through to these addresses, also once it is loaded anew; gives what opens them again. */
export async function block(page: Page, urls: string[]): Promise<() => Promise<void>> {
  const tools = await sessionOf(page);
  await tools.send('Network.setBlockedURLs', {
    urlPatterns: urls.map((urlPattern) => ({ urlPattern, block: true })),
  });
  return () => tools.send('Network.setBlockedURLs', { urlPatterns: [] });
}

async function sessionOf(page: Page): Promise<CDPSession> {
  const tools = await page.createCDPSession();
  await tools.send('Network.enable');
  return tools;
}
