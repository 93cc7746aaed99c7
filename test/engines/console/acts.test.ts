import { expect } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { itInTurn } from '../harness/share.js';
import { setup, visit } from './console.js';

inEveryEngine('what the console does', (setScene, engine) => {
  const inTurn = itInTurn(engine);

  inTurn('has the reader of a message do what one can do with it', async () => {
    const { emulator, call, track, open } = await setup(setScene);
    await track('seen');
    const personId = emulator.inspect.people[0]?.id;
    const html = '<p>Here</p><a href="https://shop.example.com/new">New</a>';
    await call('/_emulator/messages', { personId, channel: 'email', title: 'Hello', html });
    const page = await open(`/#people/${personId}`);

    await page.click('ol[aria-label=Messages] summary');
    // The console shows the message, whose pixel says so.
    await page.waitUntil(`document.querySelector('ol[aria-label=Events]').textContent.includes('emailOpen')`);
    await page.click('[role=group][aria-label="What its reader does"] button:last-child');

    await page.waitUntil(
      `document.querySelector('ol[aria-label=Events]').textContent.includes('emailClick')`,
    );
    expect(await page.text('[role=group][aria-label="What its reader does"] [role=status]')).toBe(
      'Recorded emailClick.',
    );
    expect(emulator.inspect.events('emailClick')[0]?.fields['url']).toBe('https://shop.example.com/new');
    expect(emulator.inspect.events('emailOpen')).toHaveLength(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('sends a message that arrives, and shows it', async () => {
    const { emulator, open } = await setup(setScene, { contents: 'shop' });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    const page = await open(`/#send/${ada?.id}`);
    await page.waitUntil(`document.querySelector('select[name=channel]')`);
    await page.evaluate(() => {
      const channel = document.querySelector<HTMLSelectElement>('select[name=channel]');
      if (channel) channel.value = 'email';
      channel?.dispatchEvent(new Event('change', { bubbles: true }));
    });

    await page.click('button[type=submit]');

    await page.waitUntil(`document.querySelector('form [role=status]').textContent === 'Sent.'`);
    expect(await page.frame('iframe').text('h1')).toBe('Hello Ada');
    expect(await page.text('.message dl')).toContain('Hello Ada');
    const sent = emulator.inspect.events('emailSend').at(-1);
    expect(sent).toMatchObject({ email: 'ada@example.com' });
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('leads from a request to its event and its person, and makes it again', async () => {
    const { emulator, track, open } = await setup(setScene);
    await track('seen', { sku: 'A1' });
    const page = await open('/#requests');
    await page.click('main .rows summary');
    await page.waitUntil(`document.querySelector('main .unfolded a[href^="#timeline/"]')`);

    await page.click('[role=group][aria-label="Make it again"] button:last-child');
    await page.waitUntil(
      `document.querySelector('[aria-label="Make it again"] [role=status]').textContent === 'Sent; the answer is 200.'`,
    );
    await page.waitUntil(`document.querySelectorAll('main .rows > li').length === 2`);
    await page.click('[role=group][aria-label="Make it again"] button:first-child');
    await page.waitUntil(
      `/^(Copied\\.|curl )/.test(document.querySelector('[aria-label="Make it again"] [role=status]').textContent)`,
    );
    expect(await violationsOf(page)).toEqual([]);

    await page.click('main .unfolded a[href^="#timeline/"]');
    await page.waitUntil(`document.querySelector('.found')?.textContent === '1 found'`);
    expect(await page.text('main .rows .summary')).toBe('seen · A1');
    expect(emulator.inspect.events('customEvent')).toHaveLength(2);
    await visit(page, 'requests', 'Requests');
    await page.click('main .rows summary');
    await page.click('main .unfolded a[href^="#people/"]');
    await page.waitUntil(`document.querySelector('h1').textContent === 'ada@example.com'`);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('switches faults and lets time pass', async () => {
    const { emulator, open } = await setup(setScene);
    const page = await open('/#switches');
    await page.click('form[aria-label="Add a fault"] button');
    await page.waitUntil(`document.querySelector('.bare')?.textContent.includes('503')`);
    expect(emulator.faults.waiting()).toMatchObject([{ kind: 'status', status: 503, times: 1 }]);

    const before = emulator.clock.now();
    await page.click('.buttons button:nth-child(3)');
    await page.waitUntil(`document.body.textContent.includes('1 day went by.')`);
    expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(86_400_000);

    await page.click('section > button');
    await page.waitUntil(`document.querySelector('.bare')?.textContent.includes('None')`);
    expect(emulator.faults.waiting()).toEqual([]);
  });

  inTurn('starts anew, with what someone chooses', async () => {
    const { emulator, track, open } = await setup(setScene);
    await track('seen');
    const page = await open('/#switches');
    await page.evaluate('window.confirm = () => true');

    await page.click('form[aria-label="Start anew"] button');

    await page.waitUntil(`document.querySelector('nav [data-count=people]').textContent === '60'`);
    expect(emulator.inspect.person({ email: 'ada@example.com' })).toBeDefined();
    await visit(page, 'timeline', 'Timeline');
    expect(await page.text('main .rows')).not.toContain('seen');
  });

  inTurn('says that the emulator does not answer, and goes on once it does', async () => {
    const { open, browser } = await setup(setScene);
    const page = await open();
    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);

    await browser.offline();
    await page.waitUntil(`document.querySelector('#state').textContent === 'No answer'`);
    expect(await violationsOf(page)).toEqual([]);
    await browser.online();

    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);
  });
});
