// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startInApp } from '../../src/index.js';
import { saved, startShop } from '../support/saved-messages.js';
import { until } from '../support/until.js';
import { ada, become, bob, calm, listen, onDevice, takeTime } from '../support/visits.js';

const idsOf = (messages: InAppMessage[]) => messages.map(({ messageId }) => messageId);

describe('in-app messages', () => {
  it('are asked for once somebody is known, and never before they agree', async () => {
    const { pass } = takeTime();
    const { visit, start, asked } = startShop([saved('a')]);
    const client = visit({ consent: 'pending' });
    const { inbox } = start(client);
    await client.identify(ada);
    await pass(60_000);
    expect(asked).toEqual([]);

    void client.consent('granted');
    await pass(1_000);

    expect(idsOf(inbox.messages)).toEqual(['a']);
    expect(asked).toEqual(['?count=100&packageName=localhost&email=ada%40example.com']);
  });

  it('come by what their own visitor did, and by what was done before anybody was known', async () => {
    const show = { event: 'product-viewed' };
    const waiting = saved('a', {
      trigger: { type: 'event' },
      content: { html: '<p>Hello</p>' },
      customPayload: { tidings: { show } },
    });
    const { visit, start } = startShop([waiting]);
    const client = visit();
    const inApp = start(client);
    inApp.pause();
    const states = () => inApp.messages.map(({ state }) => state);
    await client.track('product-viewed');

    await client.identify(ada);
    await until(() => expect(states()).toEqual(['due']));
    await client.reset();
    await client.identify(bob);

    await until(() => expect(states()).toEqual(['waiting']));
  });

  it.each([
    ['deferred', false],
    ['due', true],
  ])('are told of also where one is %s by itself', async (state, isPaused) => {
    const { pass } = takeTime();
    const show = { event: 'product-viewed', after: 60 };
    const waiting = saved('a', {
      ...{ trigger: { type: 'event' }, content: { html: '<p>Hello</p>' } },
      customPayload: { tidings: { show } },
    });
    const { visit, start } = startShop([waiting]);
    const client = visit();
    const inApp = start(client, { beforeShow: () => 'defer' });
    const told: string[] = [];
    const stop = inApp.watch((messages) => told.push(messages.map(({ state }) => state).join()));
    await client.identify(ada);
    await until(() => expect(told.at(-1)).toBe('waiting'));
    if (isPaused) inApp.pause();
    await client.track('product-viewed');
    await pass(59_000);
    expect(new Set(told)).toEqual(new Set(['', 'waiting']));
    const before = told.length;

    await pass(2_000);
    await until(() => expect(told.slice(before)).toEqual([state]));

    stop();
    await client.reset();
    await pass(1_000);
    expect(told).toHaveLength(before + 1);
  });

  it('come by nothing that another visitor did just before', async () => {
    const waiting = saved('a', {
      ...{ trigger: { type: 'event' }, content: { html: '<p>Hello</p>' } },
      customPayload: { tidings: { show: { event: 'product-viewed' } } },
    });
    const { visit, start } = startShop([waiting]);
    const client = visit();
    const inApp = start(client);
    inApp.pause();
    await client.identify(ada);

    void client.track('product-viewed');
    void client.identify(bob);
    await calm();

    expect(inApp.messages.map(({ state }) => state)).toEqual(['waiting']);
  });

  it('are asked for once a page that was loaded ahead is opened', async () => {
    const { pass } = takeTime();
    const { visit, start, asked } = startShop([saved('a')]);
    const page = document as { prerendering?: boolean };
    page.prerendering = true;
    onTestFinished(() => void delete page.prerendering);
    const client = visit();
    await client.identify(ada);
    start(client);
    await pass(60_000);
    expect(asked).toEqual([]);

    document.dispatchEvent(new Event('prerenderingchange'));
    await pass(1_000);

    expect(asked).toHaveLength(1);
  });

  it('are asked for once a second at most where that fails, however often the page is shown', async () => {
    const { pass } = takeTime();
    const { visit, start, line, asked } = startShop([]);
    const { fetch } = line;
    line.fetch = async (...request) => {
      await fetch(...request);
      return new Response('', { status: 503 });
    };
    const client = visit();
    await client.identify(ada);
    start(client);
    await pass(5_000);
    const before = asked.length;

    for (let times = 0; times < 40; times++) {
      become('hidden');
      become('visible');
      await pass(100);
    }

    expect(asked.length).toBeGreaterThan(before);
    expect(asked.length).toBeLessThanOrEqual(before + 5);
  });

  it('are asked for in vain as often as that is told, however often there is news meanwhile', async () => {
    const { pass } = takeTime();
    const { visit, start, line, asked } = startShop([]);
    const { fetch } = line;
    line.fetch = async (...request) => {
      const answer = await fetch(...request);
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      return asked.length ? new Response('', { status: 503 }) : answer;
    };
    const client = visit();
    const { error: told } = listen(client);
    await client.identify(ada);
    let say = () => {};
    start(client, { news: (onNews) => void (say = onNews) });

    for (let seconds = 0; seconds < 40; seconds++) {
      await pass(1_000);
      say();
    }

    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThanOrEqual(asked.length);
  });

  it('that cannot be kept are left out, which the page is told, and the others come', async () => {
    const large = saved('large', { content: { html: 'x'.repeat(3_000_000) } });
    const { visit, start } = startShop([large, {} as InAppMessage, saved(''), saved('a')]);
    const client = visit();
    const said: string[] = [];
    client.on('error', ({ message }) => said.push(message));
    await client.identify(ada);

    const { inbox } = start(client);

    await until(() => expect(idsOf(inbox.messages)).toEqual(['a']));
    expect(said).toEqual([expect.stringContaining('left out')]);
  });

  it('are there on the next page before the service has answered', async () => {
    const { visit, start, line } = startShop([saved('a')]);
    const first = visit();
    await first.identify(ada);
    const { inbox } = start(first);
    await until(() => expect(idsOf(inbox.messages)).toEqual(['a']));

    line.fetch = () => new Promise(() => {});
    const next = start(visit());

    await until(() => expect(idsOf(next.inbox.messages)).toEqual(['a']));
  });

  it('are told of under the user they were for, whoever the visitor has become', async () => {
    const { visit, start } = startShop([saved('a')]);
    const client = visit();
    const users: unknown[] = [];
    client.on('recorded', (event) => event.kind === 'message' && users.push(event.user));
    await client.identify(ada);
    const { inbox } = start(client);
    inbox.subscribe(({ messages }) => messages.length && void client.identify(bob));

    await until(() => expect(users.length).toBeGreaterThan(0));

    expect(users[0]).toEqual(ada);
  });

  it('wait without a word for a visitor who has no token', async () => {
    const { pass } = takeTime();
    const { visit, start, asked } = startShop([saved('a')]);
    const getToken = vi.fn(() => Promise.resolve(undefined));
    const client = visit({ getToken });
    const errors: unknown[] = [];
    client.on('error', (error) => errors.push(error));
    await client.identify(ada);

    start(client);
    await pass(60_000);

    expect(getToken).toHaveBeenCalled();
    expect([...asked, ...errors]).toEqual([]);
  });

  it('are no news when their user comes back', async () => {
    const { pass } = takeTime();
    const { visit, start } = startShop([saved('a')]);
    const client = visit();
    const told: unknown[] = [];
    client.on('recorded', (event) => event.kind === 'message' && told.push(event.route));
    await client.identify(ada);
    const { inbox, refresh } = start(client);
    await pass(1_000);
    expect(told).toHaveLength(1);

    void client.reset();
    await pass(1_000);
    expect(JSON.stringify(await onDevice())).not.toContain('About a');
    await client.identify(ada);
    await refresh();
    await pass(1_000);

    expect(idsOf(inbox.messages)).toEqual(['a']);
    expect(told).toHaveLength(1);
  });

  it('are started once for a client, and end with it', async () => {
    const { visit, asked } = startShop([]);
    const client = visit();
    await client.identify(ada);
    const inApp = startInApp(client);

    expect(startInApp(client).inbox).toBe(inApp.inbox);
    await until(() => expect(asked).toHaveLength(1));
    client.close();
    dispatchEvent(new Event('pageshow'));
    const next = startInApp(visit());

    expect(next.inbox).not.toBe(inApp.inbox);
    next.close();
    inApp.close();
  });

  it("are another user's no more, on the device neither", async () => {
    const { visit, start, line } = startShop([saved('secret')]);
    const client = visit();
    await client.identify(ada);
    const { inbox } = start(client);
    await until(() => expect(idsOf(inbox.messages)).toEqual(['secret']));

    line.fetch = () => new Promise(() => {});
    void client.identify(bob);

    expect(inbox.messages).toEqual([]);
    await until(async () => expect(JSON.stringify(await onDevice())).not.toContain('About secret'));
  });

  it('without anything to show are given to the page, each once', async () => {
    const { visit, start } = startShop([saved('a', { jsonOnly: true, customPayload: { seats: 2 } })]);
    const client = visit();
    await client.identify(ada);
    const given: unknown[] = [];
    const { refresh } = start(client, { onMessage: ({ customPayload }) => given.push(customPayload) });
    await until(() => expect(given).toEqual([{ seats: 2 }]));

    await refresh();

    expect(given).toEqual([{ seats: 2 }]);
  });

  it('are told as delivered, each once', async () => {
    const { visit, start, sent } = startShop([saved('a'), saved('b')]);
    const client = visit();
    await client.identify(ada);
    const { refresh, inbox } = start(client);
    await until(() => expect(inbox.messages).toHaveLength(2));
    await refresh();

    await client.flush();

    expect(sent('/trackInAppDelivery')).toHaveLength(2);
  });
});

describe('the inbox', () => {
  it('has what is saved and has not ended, newest first, and counts what is unread', async () => {
    const messages = [
      saved('old', { createdAt: 1 }),
      saved('new', { createdAt: 2, read: true }),
      saved('ended', { expiresAt: 1 }),
      saved('not saved', { saveToInbox: false }),
    ];
    const { visit, start } = startShop(messages);
    const client = visit();
    await client.identify(ada);
    const { inbox } = start(client);

    await until(() => expect(idsOf(inbox.messages)).toEqual(['new', 'old']));
    expect(inbox.unread).toBe(1);
  });

  it('takes messages as read and deletes them, and tells of both', async () => {
    const { visit, start, sent } = startShop([saved('a'), saved('b')]);
    const client = visit();
    await client.identify(ada);
    const { inbox } = start(client);
    await until(() => expect(inbox.unread).toBe(2));
    const seen: number[] = [];
    onTestFinished(inbox.subscribe(({ unread }) => seen.push(unread)));

    await inbox.read('a');
    await inbox.read('a');
    await inbox.remove('b');
    await client.flush();

    expect(idsOf(inbox.messages)).toEqual(['a']);
    expect(seen).toEqual([2, 1, 0]);
    expect(sent('/trackInAppOpen')).toMatchObject([{ body: { messageId: 'a' } }]);
    expect(sent('/inAppConsume')).toMatchObject([{ body: { messageId: 'b', deleteAction: 'api' } }]);
  });
});
