// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startInApp, type Client, type Inbox } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, bob, calm, leave, startVisits, takeTime } from '../support/visits.js';

/** A message that waits in the inbox. */
const saved = (messageId: string, more: Partial<InAppMessage> = {}): InAppMessage => ({
  ...{ messageId, saveToInbox: true, trigger: { type: 'never' }, jsonOnly: false, createdAt: 1 },
  ...more,
});

/** A visitor whose service has these messages, and says nothing of what it is told of them. */
async function startShop(messages: InAppMessage[]) {
  const { line, service, visit, sent } = startVisits();
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const isRead = new URL(request.url).pathname.endsWith('/inApp/web/getMessages');
    return isRead ? Promise.resolve(Response.json({ inAppMessages: messages })) : service.fetch(request);
  };
  function start(client: Client) {
    const inApp = startInApp(client);
    onTestFinished(() => inApp.close());
    return inApp;
  }
  const client = visit();
  await client.identify(ada);
  const { inbox, refresh } = start(client);
  await until(() => expect(inbox.messages).toHaveLength(messages.length));
  return { client, inbox, refresh, start, visit, sent };
}

/** Whether each message has been read. */
const readIn = ({ messages }: Inbox) =>
  Object.fromEntries(messages.map(({ messageId, read }) => [messageId, !!read]));
const idsIn = ({ messages }: Inbox) => messages.map(({ messageId }) => messageId);

/** A visitor who may still undo what they do. */
function decideLater() {
  let decide: (isUndone: boolean) => void = () => undefined;
  const isUndone = new Promise<boolean>((resolve) => (decide = resolve));
  return { isUndone, decide };
}

describe('an inbox', () => {
  it('takes all as read, and tells of each that was not, once', async () => {
    const { client, inbox, sent } = await startShop([saved('a'), saved('b', { read: true }), saved('c')]);

    await inbox.readAll();
    await inbox.readAll();
    await client.flush();

    expect(inbox.unread).toBe(0);
    const told = sent('/trackInAppOpen').map(({ body }) => (body as { messageId: string }).messageId);
    expect(told.sort()).toEqual(['a', 'c']);
  });

  it('has a message as unread again, whatever the service says, on the next page too, until it is read', async () => {
    const { client, inbox, refresh, start, visit, sent } = await startShop([saved('a', { read: true })]);

    await inbox.markUnread('a');
    await inbox.markUnread('of nobody');
    expect(readIn(inbox)).toEqual({ a: false });
    await refresh();
    expect(readIn(inbox)).toEqual({ a: false });
    await client.flush();
    expect(sent('/trackInAppOpen')).toEqual([]);

    const next = visit();
    const { inbox: later, refresh: again } = start(next);
    await until(() => expect(readIn(later)).toEqual({ a: false }));
    await later.read('a');
    await again();
    expect(readIn(later)).toEqual({ a: true });
    await next.flush();
    expect(sent('/trackInAppOpen')).toHaveLength(1);
  });

  it('has one as it was that was never read, also where it is to be unread again', async () => {
    const { client, inbox, sent } = await startShop([saved('a')]);

    await inbox.markUnread('a');
    await inbox.read('a');
    await inbox.markUnread('a');
    await inbox.read('a');

    await client.flush();
    expect(sent('/trackInAppOpen')).toHaveLength(1);
  });

  it('tells that a message has expired, and has it no more', async () => {
    const { pass } = takeTime();
    const [soon, later] = [Date.now() + 60_000, Date.now() + 120_000];
    const { inbox } = await startShop([saved('a', { expiresAt: later }), saved('b', { expiresAt: soon })]);
    const heard: string[] = [];
    inbox.subscribe((now) => heard.push(idsIn(now).sort().join()));
    await pass(59_000);
    expect(heard).toEqual(['a,b']);

    await pass(120_000);

    expect(heard).toEqual(['a,b', 'a', '']);
  });

  it('brings back what was deleted and undone, and never tells of it', async () => {
    const { client, inbox, sent } = await startShop([saved('a'), saved('b')]);
    const { isUndone, decide } = decideLater();

    const done = inbox.remove('a', isUndone);
    await until(() => expect(idsIn(inbox)).toEqual(['b']));
    decide(true);
    await done;
    await client.flush();

    expect(idsIn(inbox)).toEqual(['a', 'b']);
    expect(sent('/inAppConsume')).toEqual([]);
  });

  it('tells of what was deleted once it cannot be undone, under the name of whose it was', async () => {
    const { client, inbox, sent } = await startShop([saved('a'), saved('b')]);
    const { isUndone, decide } = decideLater();

    const done = inbox.remove('a', isUndone);
    await until(() => expect(idsIn(inbox)).toEqual(['b']));
    await client.flush();
    expect(sent('/inAppConsume')).toEqual([]);
    void client.identify(bob);
    decide(false);
    await done;
    await client.identify(ada);
    await client.flush();

    expect(sent('/inAppConsume')).toMatchObject([{ body: { messageId: 'a', deleteAction: 'api' } }]);
  });

  it('tells of what was deleted when the page is left before it is decided', async () => {
    const { inbox, start, visit, sent } = await startShop([saved('a'), saved('b')]);

    void inbox.remove('a', new Promise(() => undefined));
    await until(() => expect(idsIn(inbox)).toEqual(['b']));
    leave();
    await calm();
    const next = visit();
    const { inbox: later } = start(next);
    await next.flush();

    await until(() => expect(idsIn(later)).toEqual(['b']));
    expect(sent('/inAppConsume')).toMatchObject([{ body: { messageId: 'a' } }]);
  });

  it.each(['read', 'remove'] as const)(
    'tells of a %s just before another comes, as of whose it was',
    async (what) => {
      const { client, inbox } = await startShop([saved('a')]);
      await calm();
      const told: unknown[] = [];
      client.on('recorded', ({ user }) => told.push(user));

      void inbox[what]('a');
      void client.identify(bob);

      await calm();
      expect(told).toEqual([ada]);
    },
  );

  it.each([
    ['read', '/trackInAppOpen'],
    ['remove', '/inAppConsume'],
  ] as const)('tells of a %s once, however fast it is asked for twice', async (what, route) => {
    const { client, inbox, sent } = await startShop([saved('a')]);

    await Promise.all([inbox[what]('a'), inbox[what]('a')]);
    await client.flush();

    expect(sent(route)).toHaveLength(1);
  });

  it('tells of what was deleted where the page fails to say whether that was undone', async () => {
    const { client, inbox, sent } = await startShop([saved('a')]);

    await expect(inbox.remove('a', Promise.reject(new Error('No answer')))).rejects.toThrow('No answer');
    await client.flush();

    expect([inbox.messages.length, sent('/inAppConsume').length]).toEqual([0, 1]);
  });
});
