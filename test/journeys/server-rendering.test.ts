import { describe, expect, it, vi } from 'vitest';
import {
  createClient,
  startContext,
  startEmbedded,
  startInApp,
  startPageViews,
  startPush,
  updateEmail,
} from '../../src/index.js';

const user = { email: 'ada@example.com' };

/** A client on a server, and what it sends. */
function render() {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}));
  const client = createClient({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com', fetch });
  return { client, fetch };
}

/** What would keep a server from ending. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('where there is no page', () => {
  it('a client is made, and does nothing', async () => {
    const before = timers();
    const { client, fetch } = render();

    await client.identify(user, { dataFields: { plan: 'pro' } });
    await client.track('a');
    await client.updateCart([]);
    await client.flush();

    expect(client.user).toBeUndefined();
    expect(await client.stats()).toEqual({
      waiting: 0,
      delivered: 0,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
    expect(fetch).not.toHaveBeenCalled();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('it does nothing also when told that the visitor agrees', async () => {
    const { client, fetch } = render();

    void client.consent('granted');
    await client.identify(user);
    await client.track('a');
    await client.flush();

    expect(fetch).not.toHaveBeenCalled();
    expect(client.user).toBeUndefined();
  });

  it('it says of each event that it is not delivered', async () => {
    const { client } = render();
    await expect(client.track('a').delivered).rejects.toThrow('it was left out');
  });

  it('it still refuses what is unusable', async () => {
    const { client } = render();

    await expect(client.track('')).rejects.toMatchObject({ name: 'OptionError' });
    expect(() => createClient({} as never)).toThrow('`apiKey`');
  });

  it('each visitor has a client of their own', () => {
    const [first, second] = [render().client, render().client];

    expect(first).not.toBe(second);
  });

  it('it can be told to listen, to forget and to close', () => {
    const { client } = render();

    const stop = client.on('delivered', () => {});

    expect(() => [stop(), client.reset(), client.close()]).not.toThrow();
  });

  it('what is called wrongly, and what nobody waits for, ends no server', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { client } = render();
    const inApp = startInApp(client);
    const push = startPush(client, {
      serviceWorker: '/worker.js',
      applicationServerKey: `B${'A'.repeat(86)}`,
    });
    const calls = client as unknown as Record<string, (value: unknown) => unknown>;
    startContext(client, { page: true, session: true, device: true });
    startPageViews(client);

    for (const value of [undefined, null, '', 7, {}, []]) {
      for (const name of [
        'track',
        'updateCart',
        'purchase',
        'updateUser',
        'updateSubscriptions',
        'identify',
        'flush',
      ]) {
        void calls[name]?.(value);
      }
      void updateEmail(client, value as string);
      for (const call of [inApp.show, inApp.inbox.open, inApp.inbox.read, inApp.inbox.remove])
        void call(value as string);
    }
    void Promise.allSettled([client.stats(), client.reset()]);
    void inApp.refresh();
    void startEmbedded(client).refresh();
    void push.turnOn();
    client.close();
    void client.track('closed');
    // What is left unhandled is told once all that was begun is over.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));

    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
    vi.restoreAllMocks();
  });
});
