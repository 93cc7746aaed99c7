import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';

/** The parts of the console, by their addresses. */
export const places = ['timeline', 'people', 'requests', 'content', 'charts', 'data', 'send', 'switches'];

/** The console of an emulator, open in a browser. */
export async function setup(
  setScene: SetScene,
  {
    contents = 'empty',
    behaviour = 'quiet',
    ...time
  }: Pick<EmulatorOptions, 'behaviour' | 'contents' | 'now'> = {},
) {
  const emulator = createEmulator({ contents, behaviour, ...time });
  const call = (path: string, body: object) =>
    emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
  const track = (eventName: string, fields: object = {}) =>
    call('/api/events/track', { email: 'ada@example.com', eventName, dataFields: fields });
  /** What the site was asked for, in the order it came. */
  const asked: string[] = [];
  const { open, browser, site } = await setScene({
    pages: {},
    service(request) {
      asked.push(new URL(request.url).pathname);
      return emulator.fetch(request);
    },
  });
  return { emulator, call, track, open, browser, site, asked };
}

/** Goes to a part of the console by its address, and waits until something of it is there. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.waitUntil(
    `document.body.dataset.place === ${JSON.stringify(place)} &&
      document.querySelector('main li, main form, main .empty')`,
  );
}

/** Goes to a part of the console by its link. */
export async function visit(page: Page, place: string, title: string): Promise<void> {
  await page.click(`nav a[href="#${place}"]`);
  await page.waitUntil(`document.querySelector('h1')?.textContent === ${JSON.stringify(title)}`);
}
