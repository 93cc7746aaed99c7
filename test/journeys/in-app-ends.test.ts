// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startInApp, type Client, type InApp, type InAppOptions } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, calm, listen, startVisits, takeTime } from '../support/visits.js';

const message: InAppMessage = {
  ...{ messageId: 'a', jsonOnly: false, createdAt: 1, trigger: { type: 'immediate' } },
  customPayload: { tidings: { view: { kind: 'modal', title: 'Hello' } } },
};

/** A visitor to whom the service has sent a message that comes by itself, or some. */
async function startShop(inAppMessages = [message]) {
  const { line, service, visit, ...rest } = startVisits();
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const isRead = new URL(request.url).pathname.endsWith('/inApp/web/getMessages');
    return isRead ? Promise.resolve(Response.json({ inAppMessages })) : service.fetch(request);
  };
  const client = visit();
  await client.identify(ada);
  const start = (options: InAppOptions) => startInApp(client, { interval: 0, ...options });
  onTestFinished(() => document.querySelector('tidings-message')?.remove());
  return { ...rest, client, start, line, service, visit };
}

const isOnPage = () => !!document.querySelector('tidings-message');

describe('in-app messages that have ended', () => {
  it.each([
    ['by themselves', (_: Client, close: () => void) => close()],
    ['with their client', (client: Client) => client.close()],
  ])('%s show nothing any more, also what was about to come', async (_, end) => {
    const { client, start } = await startShop();
    let answer: ((mayCome: boolean) => void) | undefined;
    const beforeShow = () => new Promise<boolean>((resolve) => (answer = resolve));
    const inApp = start({ beforeShow });
    await until(() => expect(answer).toBeDefined());

    end(client, inApp.close);
    answer?.(true);

    await calm();
    expect(isOnPage()).toBe(false);
  });

  it.each([
    ['by themselves', (_: Client, close: () => void) => close()],
    ['with their client', (client: Client) => client.close()],
  ])('%s have told that they were closed', async (_, end) => {
    const { client, start, visit, sent } = await startShop();
    const found = vi.spyOn(document, 'elementFromPoint');
    found.mockImplementation(() => document.querySelector('tidings-message'));
    const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    box.mockReturnValue(new DOMRect(0, 0, 320, 200));
    onTestFinished(() => [found, box].forEach((spy) => spy.mockRestore()));
    const { error } = listen(client);
    const told: string[] = [];
    client.on('recorded', (event) => event.kind === 'message' && told.push(event.route));
    const inApp = start({});
    await until(() => expect(told.join()).toContain('trackInAppOpen'));

    end(client, inApp.close);
    await calm();
    await visit().flush();

    expect(error).toEqual([]);
    expect(sent('/trackInAppClose')).toHaveLength(1);
  });

  it.each([
    ['by themselves', (_: Client, close: () => void) => close()],
    ['with their client', (client: Client) => client.close()],
  ])('%s are asked for no more, also where the last answer fails', async (_, end) => {
    const { pass } = takeTime();
    const { client, start, line, service } = await startShop();
    await client.flush();
    const fail: (() => void)[] = [];
    line.fetch = (...call) =>
      new Request(...call).url.includes('getMessages')
        ? new Promise((_, reject) => fail.push(() => reject(new TypeError('Failed to fetch'))))
        : service.fetch(...call);
    const inApp = start({});
    await pass(100);
    expect(fail).toHaveLength(1);

    end(client, inApp.close);
    fail[0]?.();

    await pass(3_600_000);
    expect(fail).toHaveLength(1);
  });
});

describe('an in-app message that is closed before it was seen', () => {
  const onPage = () => document.querySelector('tidings-message') ?? fail('There is none');
  async function pressEscape() {
    const key = new KeyboardEvent('keydown', { key: 'Escape' });
    Object.defineProperty(key, 'keyCode', { value: 27 });
    (await until(onPage)).dispatchEvent(key);
  }
  it.each<[string, (inApp: InApp) => unknown, () => unknown]>([
    ['because the page shows another address', () => history.pushState(null, '', '/cart'), () => {}],
    ['for one that is asked for', ({ show }) => show('b'), pressEscape],
  ])('%s comes again', async (_, end, endOther) => {
    const { start } = await startShop([message, { ...message, messageId: 'b', trigger: { type: 'never' } }]);
    onTestFinished(() => history.replaceState(null, '', '/'));
    const shown: string[] = [];
    const inApp = start({
      closeOnNavigation: true,
      beforeShow: ({ messageId }) => shown.push(messageId) > 0,
    });
    const first = await until(onPage);
    expect(shown).toEqual(['a']);

    void end(inApp);
    await until(() => expect(first.isConnected).toBe(false));
    await endOther();

    await until(() => expect(shown).toEqual(['a', 'a']));
  });
});

describe('what `beforeShow` throws', () => {
  it('is told once, however often it is looked whether a message is due', async () => {
    const { client, start } = await startShop([message, { ...message, messageId: 'b' }]);
    const { error } = listen(client);
    const fail: (() => void)[] = [];
    start({
      beforeShow: ({ messageId }) =>
        new Promise((_, reject) => fail.push(() => reject(new Error(`Not ${messageId}`)))),
    });
    await until(() => expect(fail).toHaveLength(1));
    await client.track('product-viewed');
    await client.track('product-viewed');

    fail[0]?.();
    await until(() => expect(fail).toHaveLength(2));
    fail[1]?.();

    await calm();
    expect(error.map(({ message }) => message)).toEqual(['Not a', 'Not b']);
  });
});

describe('a modal message on a page whose field has the focus', () => {
  it.each([
    ['comes at once where its visitor has done nothing there', false, [true, true]],
    ['waits for three seconds where they may have typed before', true, [false, true]],
  ])('%s', async (_, hasBeenActive, expected) => {
    const { pass } = takeTime();
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { hasBeenActive } } }));
    const field = document.createElement('input');
    document.body.append(field);
    onTestFinished(() => field.remove());
    field.focus();
    const isOpen = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');
    const { start } = await startShop();

    start({});
    await pass(2_000);
    const soon = isOpen();
    await pass(2_000);

    expect([soon, isOpen()]).toEqual(expected);
  });
});

describe('what a page gives as `news`', () => {
  it.each([
    ['throws', () => fail('No news')],
    ['is none', 7 as never],
    ['gives no function', () => 7 as never],
    ['gives one that throws', () => () => fail('No end')],
  ])('and %s keeps no message from coming, and from being closed', async (_, news) => {
    const { start } = await startShop();
    const inApp = start({ news });
    await until(() => expect(isOnPage()).toBe(true));

    inApp.close();

    expect(isOnPage()).toBe(false);
  });

  it('and promises what fails is told of that, once', async () => {
    const { client, start } = await startShop();
    const { error } = listen(client);

    const inApp = start({ news: (async () => fail('No news')) as never });
    await calm();
    inApp.close();
    await calm();

    expect(error.map(({ message }) => message)).toEqual(['No news']);
  });

  it('and promises its end is ended', async () => {
    const { start } = await startShop();
    const end = vi.fn();
    const inApp = start({ news: (async () => end) as never });
    await calm();

    inApp.close();

    await until(() => expect(end).toHaveBeenCalledOnce());
  });
});

function fail(why: string): never {
  throw new Error(why);
}
