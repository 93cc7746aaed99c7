import { onTestFinished } from 'vitest';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { pageClock } from '../harness/page-clock.js';
import { createSite } from '../harness/site.js';
import { armed, slugOf, type Attack } from './attack.js';
import { startRange, type RangeSettings } from './range-page.js';

/** The policy of a careful page. */
export const strict =
  "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self'; require-trusted-types-for 'script'; trusted-types tidings";

/** A page where a window that was opened tries what its opener lets it do. */
const openedPage = `<title>Opened</title><script>
  const tell = (what) => navigator.sendBeacon('/pwned?' + what + location.search.slice(1));
  if (top !== self) tell('in a frame of ');
  if (opener) tell('with an opener by ');
  try { opener.top.location = '/pwned?top of ' + location.search } catch {}
  try { opener.parent.location = '/pwned?parent of ' + location.search } catch {}
  close();
</script>`;

/** What a range is made of. */
export interface RangeOptions extends Partial<Omit<RangeSettings, 'projects'>> {
  /** The messages of each project. */
  attacks: Record<string, Attack[]>;
  /** The content security policy of the page. Default: none. */
  policy?: string;
}

/** A page under attack, and the sites that hear of it. */
export interface RangePage {
  page: Page;
  /** What was asked for that nobody may ask for, or told that nobody may tell; on the page, and by it. */
  harm(): Promise<string[]>;
  /** The windows that were opened. */
  readonly openings: string[];
}

/** Opens a page whose visitor is sent attacks. */
export async function openRange(setScene: SetScene, options: RangeOptions): Promise<RangePage> {
  const { attacks, policy, ...how } = options;
  const asked: string[] = [];
  const openings: string[] = [];
  const settings: RangeSettings = { projects: Object.keys(attacks).map(slugOf), ...how };

  /** Takes note of what a site is asked for that an attack has led to. */
  function note(request: Request) {
    const { pathname, search } = new URL(request.url);
    const referrer = request.headers.get('referer') ?? '';
    const text = decodeURIComponent(pathname + search);
    if (pathname.startsWith('/pwned') || text.includes('4711')) asked.push(text);
    if (pathname === '/opened') openings.push(search.slice(1));
    return { pathname, referrer, text };
  }

  const evil = await createSite({
    service(request) {
      const { referrer, text } = note(request);
      if (referrer.includes('4711')) asked.push(`${text} from ${referrer}`);
      return new Response('top.postMessage(`pwned`, `*`)', {
        headers: { 'content-type': 'text/javascript' },
      });
    },
  });
  onTestFinished(() => evil.close());

  // Where no script of a message can answer, and where messages come by themselves, time matters.
  const hasClock = how.isAutomatic ?? (policy && !how.cspNonce);
  const { open, site } = await setScene({
    pages: {
      '/': {
        html: `<title>Shop</title>${hasClock ? pageClock.replace('<script', '<script nonce="n"') : ''}
          <button id="buy">Buy</button><script type="module" nonce="n">
          import * as tidings from 'tidings';
          globalThis.range = (${String(startRange)})(tidings, ${JSON.stringify(settings)});
          range.ready = range.begin();
        </script>`,
        headers: policy ? { 'content-security-policy': policy } : {},
      },
    },
    service(request) {
      const { pathname } = note(request);
      if (pathname === '/opened')
        return new Response(openedPage, { headers: { 'content-type': 'text/html' } });
      if (pathname !== '/api/inApp/web/getMessages')
        return Response.json({ code: 'Success', msg: '', params: {} });
      const key = request.headers.get('api-key') ?? '';
      const own = Object.entries(attacks).find(([project]) => slugOf(project) === key)?.[1] ?? [];
      const texts = own.map((attack) => messageOf(attack, { origin: site.url, evil: evil.url }));
      const body = `{"inAppMessages":[${texts.join()}]}`;
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
  });
  const page = await open('/?secret-4711');
  await page.waitUntil('"range" in globalThis');
  await page.evaluate('range.ready');

  return {
    page,
    openings,
    async harm() {
      const found = await page.evaluate(() => range.harm());
      const uncaught = (await page.errors()).filter((line) => line.startsWith('uncaught:'));
      return [...found, ...uncaught, ...asked.map((address) => `asked for ${address}`)];
    },
  };
}

/** A message as the service writes it. */
function messageOf({ name, html, message = {} }: Attack, where: { origin: string; evil: string }): string {
  const content = isPlain(message['content']) ? { html, ...message['content'] } : message['content'];
  // Most stand where they let each other be.
  const position = /^(all|real|opener)/.test(name) || name.length % 4 === 0 ? 'Center' : 'Top';
  const whole = {
    messageId: name,
    createdAt: 1,
    jsonOnly: false,
    trigger: { type: 'immediate' },
    ...message,
    content: content === undefined ? { html, webInAppDisplaySettings: { position } } : content,
  };
  return armed(JSON.stringify(whole), name, where).replace(
    '"{deep}"',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The page's own name, for functions that run in it. */
declare const range: Window['range'];
