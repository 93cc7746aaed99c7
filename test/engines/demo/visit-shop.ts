import { createDemo } from '../../../demo/demo.js';
import type { Way } from '../../../demo/panel/way.js';
import { emulated, type Service } from '../../../demo/service.js';
import { createEmulator } from '../../../src/emulator/app.js';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { lookIn } from '../look-in.js';

/** How pages of the shop speak to the service. */
export const ways: Way[] = ['relay', 'direct'];

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** The shop as its server serves it, over an emulator of its own, and its pages as they speak to that. */
export async function setup(
  setScene: SetScene,
  { service = emulated(), way = 'relay' }: { service?: Service; way?: Way } = {},
) {
  const demo = createDemo(service);
  const emulator = service.emulator ?? createEmulator();
  const { inspect } = emulator;
  const history = inspect.events().length;
  const scene = await setScene({ pages: {}, service: async (request) => clocked(await demo.fetch(request)) });

  return {
    site: scene.site,
    emulator,
    /** Opens a page as a stranger: cookies are shared by every port of this machine. */
    async open(path: string, openAt = (url: string) => scene.browser.open(url)) {
      const page = await openAt(`${scene.site.url}/pictures/mark.svg`);
      await page.evaluate(`fetch('/session/end', { method: 'POST' }).then(({ status }) => status)`);
      if (way !== 'relay') await page.evaluate(`void localStorage.setItem('panel-way', '${way}')`);
      await page.goto(scene.site.url + path);
      return page;
    },
    openTab: scene.open,
    /** What has arrived of a type since the shop opened. */
    arrived: (type: string) =>
      inspect
        .events()
        .slice(history)
        .filter((event) => event.type === type),
  };
}

/** Gives a page of the shop a clock, which its policy lets run, and opens the inspector's root to tests. */
async function clocked(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
  if (!nonce) return answer;
  const html = await answer.text();
  const clock = pageClock.replace('<script', `<script nonce="${nonce}"`);
  const opened = lookIn({ mode: "'open'", nonce });
  return new Response(html.replace('<head>', `<head>${clock}${opened}`), { status, headers });
}

/** Answers the banner. */
export async function allow(page: Page) {
  await page.click('#consent [data-consent=granted]');
  await page.waitUntil(`document.querySelector('#consent').hidden`);
}

/** Uses what is not clicked by the mouse: a badge that shows up meanwhile moves what stands beside it. */
export async function enter(page: Page, selector: string) {
  const one = JSON.stringify(selector);
  await page.waitUntil(`(document.querySelector(${one})?.focus(), document.activeElement?.matches(${one}))`);
  await page.press('Enter');
}

/** Follows what leads to a page, and waits until all of that is there. */
export async function follow(page: Page, selector: string, kind: string) {
  // The page before may be of the same kind.
  await page.evaluate('void (document.isLeft = true)');
  await enter(page, selector);
  await page.waitUntil(
    `!document.isLeft && document.body?.dataset.kind === '${kind}' && document.readyState === 'complete'`,
  );
}

/** Logs in as someone who has been here before. */
export async function logIn(page: Page, name = 'Ben Aydin') {
  await follow(page, '[href="/account"]', 'account');
  await page.click(`[aria-label="Log in as ${name}"]`);
  await page.waitUntil(`document.querySelector('#preferences') && document.readyState === 'complete'`);
}

/** Logs out, and waits until nobody is there. */
export async function logOut(page: Page) {
  await follow(page, '[href="/account"]', 'account');
  await page.click('#log-out button');
  await page.waitUntil(`document.querySelector('.people')`);
}

/** Whether the panel says something, for a page to be asked: who waits in vain is told what it says instead. */
export const said = (words: string) => `(${String(saidOr)})(${JSON.stringify(words)}, ${brief})`;
/** What the panel says in few words, for a page to be asked. */
export const brief = `globalThis.roots?.[0]?.querySelector('.brief').textContent`;
/** The button that opens and closes it, for a page to be asked. */
export const toggle = `roots[0].querySelector('[aria-expanded]')`;

/** Runs in the page. */
function saidOr(words: string, brief: string): true {
  const texts = [...document.querySelectorAll('.panel-outcome')].map((one) => one.textContent);
  if (texts.some((text) => text.includes(words))) return true;
  throw new Error([brief, document.visibilityState, ...texts.filter(Boolean)].join(' | '));
}

/** Waits until nothing waits. What a page sent just before it ended is repeated after five seconds. */
export async function settled(page: Page) {
  // What was counted before says nothing of now.
  await page.waitUntil(brief);
  await page.evaluate(`void (roots[0].querySelector('.brief').textContent = '')`);
  await advance(page, 6_000);
  await page.waitUntil(`${brief}.startsWith('0 waiting')`);
}
