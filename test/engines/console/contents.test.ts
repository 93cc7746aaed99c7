import { expect } from 'vitest';
import type { Emulator } from '../../../src/emulator/app.js';
import { inEveryEngine } from '../harness/harness.js';
import { itInTurn } from '../harness/share.js';
import { goTo, places, setup, visit } from './console.js';

/** How much of what there is one page shows. */
const MOST_ROWS = 250;
const MOST_LETTERS = 250_000;

const ATTACK = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';

inEveryEngine('the console with odd contents', (setScene, engine) => {
  const inTurn = itInTurn(engine);

  inTurn('stays whole with enormous contents, of which it shows no more than can be read', async () => {
    const { emulator, open } = await setup(setScene);
    await enormous(emulator);
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    const page = await open();

    for (const place of [...places, `people/${ada?.id}`]) {
      await goTo(page, place);
      const [rows, letters] = await page.evaluate(() => {
        const main = document.querySelector('main');
        return [main?.querySelectorAll('li').length ?? 0, main?.textContent.length ?? 0] as const;
      });
      expect(rows, place).toBeLessThanOrEqual(MOST_ROWS);
      expect(letters, place).toBeLessThan(MOST_LETTERS);
    }

    expect(await page.text('h1')).toBe('Ada Enormous');
    await visit(page, 'requests', 'Requests');
    await page.type('input[type=search]', 'needle');
    await page.waitUntil(`document.querySelector('.found').textContent === '1 found'`);
    await page.click('main .rows summary');
    await page.waitUntil(`document.querySelector('main .unfolded').textContent.includes('more characters')`);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('shows hostile texts as texts', async () => {
    const { emulator, call, track, open } = await setup(setScene);
    await call('/api/users/update', {
      email: 'ada@example.com',
      dataFields: { firstName: ATTACK, [ATTACK]: ATTACK },
    });
    await track(ATTACK, { name: ATTACK, [ATTACK]: ATTACK });
    const [person] = emulator.inspect.people;
    const messages = [
      { channel: 'email', html: `<p>Hi</p>${ATTACK}` },
      { channel: 'embedded', body: ATTACK },
      { channel: 'inApp', html: `<p>Hi</p>${ATTACK}` },
    ];
    for (const message of messages) {
      await call('/_emulator/messages', { personId: person?.id, title: ATTACK, placementId: 1, ...message });
    }
    const page = await open();
    for (const place of [...places, `people/${person?.id}`]) {
      await goTo(page, place);
      // Where it was there already, the page is made once more meanwhile.
      await page.waitUntil(`[...document.querySelectorAll('details')]
        .map((one) => (one.open = true) && one.children[1].hasChildNodes()).every(Boolean)`);

      const found = await page.evaluate(
        `[document.querySelectorAll('main img, main script').length, window.attacked === undefined]`,
      );
      expect(found, place).toEqual([0, true]);
    }
    expect(await page.evaluate<string>(`document.querySelector('h1').textContent`)).toBe(ATTACK);
  });

  inTurn('keeps a message in its frame when its link is clicked', async () => {
    const { emulator, call, track, open, site, asked } = await setup(setScene);
    await track('seen');
    const personId = emulator.inspect.people[0]?.id;
    const html = `<p>Here</p><a href="${site.url}/left" style="position: fixed; inset: 0">Shop</a>`;
    await call('/_emulator/messages', { personId, channel: 'email', title: 'Hello', html });
    const page = await open(`/#people/${personId}`);
    await page.click('ol[aria-label=Messages] summary');

    await page.click('iframe'); // Its whole is a link; nothing inside can be waited for, where no timer runs.
    // No window of WebKit has the focus under automation.
    if (engine.name !== 'webkit') await page.waitUntil(`document.activeElement.localName === 'iframe'`);
    // What is clicked and asked for after that comes after it.
    await visit(page, 'requests', 'Requests');
    await page.evaluate(`fetch('/right').then(({ status }) => status)`);

    expect(asked.filter((path) => /left|right/.test(path))).toEqual(['/right']);
  });
});

/** Fills an emulator with 2,500 events, 500 requests, a profile and a request of great size, and many people. */
async function enormous(emulator: Emulator): Promise<void> {
  const call = (path: string, body: object) =>
    emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
  const email = 'ada@example.com';
  const long = 'long '.repeat(2_500);
  await call('/api/users/update', { email, dataFields: { firstName: 'Ada', lastName: 'Enormous' } });
  for (let count = 0; count < 50; count += 1) {
    await call('/api/users/update', {
      email,
      dataFields: { [`field${count}`]: long, [`list${count}`]: [[long]] },
    });
  }
  await call('/api/events/track', { email, eventName: 'needle', dataFields: { long: long + long } });
  const events = Array.from({ length: 500 }, (_, index) => ({
    email: `${index}@example.com`,
    eventName: 'hay',
  }));
  for (let count = 0; count < 5; count += 1) await call('/api/events/trackBulk', { events });
  for (let count = 0; count < 500; count += 1) {
    await emulator.fetch('http://emulator/api/lists', { headers: { 'Api-Key': emulator.keys.server } });
  }
}
