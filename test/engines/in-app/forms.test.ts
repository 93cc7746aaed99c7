import { expect, it } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import type { Frame, Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { atRest, createMessageShop, gone, shown, strict } from './message-shop.js';
import { survey, textsOf, viewed } from './native-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: unknown[];
declare const inApp: { messages: unknown[] };

/** A shop that takes note of what it is sent, and lets a test refuse it. */
const options = `texts: { unsent: 'Try again' }, onSubmit(answers, form, { messageId }) {
  said.push([answers, form, !!messageId]);
  if (globalThis.isRefusing) throw new Error('The shop is closed');
}`;
const html = `<!doctype html><title>Letters</title><main><h1>Letters</h1>
  <form name="letters" action="/pwned" method="post">
    <label for="name">Your name</label> <input id="name" name="name" autocomplete="name">
    <label>Your email <input type="email" name="email" required></label>
    <label><input type="checkbox" name="topic" value="books"> Books</label>
    <label><input type="checkbox" name="topic" value="films"> Films</label>
    <input type="password" name="secret" value="secret" aria-label="Secret"><input type="hidden" name="list" value="7">
    <button>Subscribe</button>
  </form></main>`;
const letters = (rule?: object) => ({
  html,
  also: { customPayload: { tidings: rule ? { forms: { letters: rule } } : {} } },
});
/** What of a message has the focus: its text, or what it is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let found = document.activeElement;
    while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
    const labels = found instanceof HTMLInputElement ? [...(found.labels ?? [])] : [];
    return [found?.localName, labels[0]?.textContent ?? found?.textContent.slice(0, 20)].join(' ');
  });

/** The events of its own that a page has recorded, as the service has them. */
const recordedIn = ({ emulator }: Pick<Shop, 'emulator'>) =>
  emulator.inspect.events('customEvent').map(({ fields }) => fields);
type Shop = Awaited<ReturnType<typeof createMessageShop>>;

inEveryEngine('a form in a message', (setScene, engine) => {
  /** Writes into a field in a frame, where no key of WebKit under automation arrives. */
  async function fill(frame: Frame, selector: string, text: string) {
    if (engine.name !== 'webkit') return frame.type(selector, text);
    const set = (selector: string, value: string) => {
      const field = document.querySelector(selector);
      if (field instanceof HTMLInputElement) field.value = value;
    };
    await frame.evaluate(set, selector, text);
  }

  it('is filled in by keyboard, says what is wrong, and is heard by the page and the service', async () => {
    const shop = await createMessageShop([viewed(survey, { saveToInbox: true })], {
      options,
      headers: strict,
    });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);

    await page.click('button[type=submit]');
    expect((await textsOf(page, '.error')).map(Boolean)).toEqual([true, false, true, false, false]);
    expect(await focused(page)).toBe('input 1');
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, `form-wrong-${engine.name}`);
    // The arrows go through a group, as in any form; the page hears of none.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.press(key);
    await page.type('input[type=email]', 'ada@');
    await page.press('Enter');
    expect((await textsOf(page, '.error')).map(Boolean)).toEqual([false, false, true, false, false]);
    await page.type('textarea', 'More tea, please');
    await page.type('input[type=email]', 'example.com');
    await page.click('button[type=submit]');

    await expect.poll(() => textsOf(page, '[role=status]')).toEqual(['Thank you, Ada!']);
    const answers = { rating: 4, mail: 'ada@example.com', more: 'More tea, please' };
    expect(await page.evaluate(() => said)).toEqual([[answers, 'survey', true]]);
    const events = await shop.told(page);
    expect(events.find(({ type }) => type === 'inAppClick')).toMatchObject({
      clickedUrl: 'tidings://submit/survey',
    });
    expect(recordedIn(shop)).toMatchObject([{ eventName: 'survey-answered', ...answers }]);
    expect(await page.evaluate(() => inApp.messages.length)).toBe(0);
    await picture(page, `form-sent-${engine.name}`);
    await gone(page);
  });

  it('goes into the profile, and never says who the visitor is', async () => {
    const view = {
      ...{ kind: 'modal', title: 'Call me', submit: { to: 'user' } },
      fields: [
        { name: 'email', type: 'email', label: 'Email' },
        { name: 'phoneNumber', type: 'phone', label: 'Phone', required: true },
      ],
    };
    const shop = await createMessageShop([viewed(view)], { options });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.type('input[type=email]', 'eve@example.com');
    await page.type('input[type=tel]', '+49 30 123 456');
    await page.press('Enter');

    await expect.poll(() => textsOf(page, '[role=status]')).toEqual(['Thank you']);
    await shop.told(page);
    expect(shop.emulator.inspect.person({ email: 'ada@example.com' })?.dataFields).toEqual({
      ...{ firstName: 'Ada', phoneNumber: '+49 30 123 456' },
    });
    expect(shop.emulator.inspect.person({ email: 'eve@example.com' })).toBeUndefined();
  });

  it('of HTML may be put around the rows of a table', async () => {
    const html = `<table><form><tr><td><input name="word" value="tea"></td></tr>
      <tr><td><table><tr><td><button>Send</button></td></tr></table></td></tr></form></table>
      <p><input name="other" value="not of the form"></p>`;
    const { open } = await setScene(await createMessageShop([{ html }], { options }));
    const page = await open();
    await shown(page);

    await page.frame('iframe').click('button');

    await page.waitUntil(() => said.length);
    expect(await page.evaluate(() => said)).toEqual([[{ word: 'tea' }, 'form', true]]);
    await expect.poll(() => page.frame('iframe').text('form')).toBe('Thank you');
  });

  it('says so where the page refuses it, and can be sent again', async () => {
    const view = { kind: 'modal', title: 'A word', fields: [{ name: 'word', type: 'text', label: 'Word' }] };
    const { open } = await setScene(await createMessageShop([viewed(view)], { options }));
    const page = await open();
    await shown(page);
    await page.evaluate('void (globalThis.isRefusing = true)');
    await page.type('input', 'tea');
    await page.press('Enter');
    await expect.poll(() => textsOf(page, '[role=status]')).toEqual(['Try again']);
    await page.evaluate('void (globalThis.isRefusing = false)');

    await page.press('Enter');

    await expect.poll(() => textsOf(page, '[role=status]')).toEqual(['Thank you']);
    const sent = [{ word: 'tea' }, 'form', true];
    expect(await page.evaluate(() => said)).toEqual([sent, 'The shop is closed', sent]);
  });

  it('of HTML is checked in its frame, and says what it holds but secrets', async () => {
    const shop = await createMessageShop([letters({ to: 'track', event: 'subscribed' })], {
      options,
      headers: strict,
    });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    const frame = page.frame('iframe');
    await frame.click('button');
    expect(await frame.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
    // The label is still that of its field.
    expect(await frame.evaluate(() => document.querySelector('label')?.control?.getAttribute('name'))).toBe(
      '-name',
    );
    await fill(frame, 'input[autocomplete=name]', 'Ada');
    await frame.click('input[value=books]');
    await frame.click('input[value=films]');
    await fill(frame, 'input[type=email]', 'eve@example.com');
    expect(await page.evaluate(() => said)).toEqual([]);

    if (engine.name === 'webkit') await frame.click('button');
    else await page.press('Enter');

    await expect.poll(() => frame.text('[role=status]')).toBe('Thank you');
    const answers = { name: 'Ada', email: 'eve@example.com', topic: 'books, films', list: '7' };
    expect(await page.evaluate(() => said)).toEqual([[answers, 'letters', true]]);
    expect(await frame.evaluate(() => location.href)).toBe('about:srcdoc');
    await shop.told(page);
    expect(recordedIn(shop)).toMatchObject([{ eventName: 'subscribed', ...answers }]);
    expect(await violationsOf(frame)).toEqual([]);
    await gone(page);
    const clicks = (await shop.told(page)).filter(({ type }) => type === 'inAppClick');
    expect(clicks).toMatchObject([{ clickedUrl: 'tidings://submit/letters' }]);
  });

  it('of HTML says so where the page refuses it, and records nothing without a rule', async () => {
    const shop = await createMessageShop([letters()], { options });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    const frame = page.frame('iframe');
    await page.evaluate('void (globalThis.isRefusing = true)');
    await fill(frame, 'input[type=email]', 'eve@example.com');
    await frame.click('button');
    await expect.poll(() => frame.text('[role=status]')).toBe('Try again');
    await page.evaluate('void (globalThis.isRefusing = false)');

    await atRest(page);
    await frame.click('button');

    await expect.poll(() => frame.text('[role=status]')).toBe('Thank you');
    expect(await page.evaluate(() => said.length)).toBe(3);
    await shop.told(page);
    expect(recordedIn(shop)).toEqual([]);
  });

  it('of HTML does nothing where the page forbids the script of messages', async () => {
    const { open } = await setScene(
      await createMessageShop([letters({ to: 'user' })], {
        options: `${options}, cspNonce: undefined`,
        headers: strict,
      }),
    );
    const page = await open();
    await shown(page);
    // From one end of the form to the other; no script runs there that could find its fields.
    for (const key of ['Tab', 'a', 'Tab', 'a', 'Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'Enter'])
      await page.press(key);

    const lost = 'The page forbids the script of messages: pass `cspNonce` to `startInApp`';
    expect(await page.evaluate(() => said)).toEqual([lost]);
    expect(await page.evaluate(() => location.pathname)).toBe('/');
  });
});
