// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbedded, startInApp, startPageViews, startPush } from '../../src/index.js';
import { loadForUser } from '../../src/host/load-for-user.js';
import type { Host } from '../../src/host/host.js';
import { applicationServerKey, setup } from '../support/push-visits.js';
import { ada, become, calm, leave, listen, mug, startVisits, takeTime } from '../support/visits.js';

/** Gives the delays of the timers that are set and have not gone off. */
function watchTimers() {
  const set = new Map<unknown, number>();
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  Object.assign(globalThis, {
    setTimeout(run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) {
      const go = (...all: unknown[]) => {
        set.delete(timer);
        run(...all);
      };
      const timer = real.setTimeout(go, delay, ...given);
      set.set(timer, delay);
      return timer;
    },
    clearTimeout(timer: NodeJS.Timeout) {
      set.delete(timer);
      real.clearTimeout(timer);
    },
  });
  onTestFinished(() => void Object.assign(globalThis, real));
  return () => [...set.values()];
}

/** A service that has these messages. */
function withMessages(setting: ReturnType<typeof startVisits>, messages: object[], isDown = false) {
  const { line, service } = setting;
  line.fetch = async (...call) => {
    const request = new Request(...call);
    if (isDown) throw new TypeError('Failed to fetch');
    const isAsked = request.url.includes('/inApp/web/getMessages');
    return isAsked ? Response.json({ inAppMessages: messages }) : service.fetch(request);
  };
}
const message = (messageId: string, show: object) => ({
  ...{ messageId, jsonOnly: false, createdAt: 1, saveToInbox: true, trigger: { type: 'immediate' } },
  customPayload: { tidings: { view: { kind: 'modal', title: 'Hello' }, show } },
});

describe('after a client is closed', () => {
  it.each(['all is quiet', 'the page is hidden', 'they have logged out', 'they refuse', 'nothing answers'])(
    'no timer is left where %s',
    async (how) => {
      const { pass } = takeTime();
      const setting = setup({ permission: 'granted' });
      const timers = watchTimers();
      const messages = [message('now', {}), message('later', { after: 3_600 })];
      withMessages(setting, messages, how === 'nothing answers');
      const client = setting.visit();
      await client.identify(ada);
      startInApp(client, { interval: 0 });
      startEmbedded(client, { placements: [1] });
      startPush(client, { applicationServerKey });
      await Promise.all([client.track('seen'), client.updateCart([mug])]);
      await pass(3_000);
      if (how === 'the page is hidden') become('hidden');
      if (how === 'they have logged out') await client.reset();
      if (how === 'they refuse') await client.consent('denied');
      await pass(1_000);

      client.close();
      await pass(2_000);

      expect(timers()).toEqual([]);
    },
  );

  it('a request that fails then is told to nobody, and not made again', async () => {
    const { pass } = takeTime();
    const timers = watchTimers();
    const { visit, line, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    const fails: (() => void)[] = [];
    line.fetch = (...call) =>
      new Request(...call).url.includes('getMessages')
        ? new Promise((_, reject) => fails.push(() => reject(new TypeError('Failed to fetch'))))
        : service.fetch(...call);
    const { error } = listen(client);
    startInApp(client);
    await pass(3_000);
    client.close();
    fails.forEach((fail) => fail());
    await calm();

    expect({ fails: fails.length, timers: timers(), error }).toEqual({ fails: 1, timers: [], error: [] });
  });

  it('nothing is started for it any more', async () => {
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.flush();
    client.close();
    const before = service.inspect.requests.length;
    const timers = watchTimers();

    const closed = 'The client is closed';
    expect(() => startInApp(client)).toThrow(closed);
    expect(() => startEmbedded(client, { placements: [1] })).toThrow(closed);
    expect(() => startPush(client, { applicationServerKey })).toThrow(closed);
    expect(() => startPageViews(client)).toThrow(closed);
    await calm();
    expect({ asked: service.inspect.requests.length - before, timers: timers() }).toEqual({
      asked: 0,
      timers: [],
    });
  });

  it('a flush that has not delivered all does not say so', async () => {
    const { during } = takeTime();
    const { visit, arrived } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.flush();
    await client.track('seen');

    const flushed = client.flush();
    client.close();

    await expect(during(flushed.catch(String))).resolves.toContain('The client is closed');
    expect(arrived()).toEqual([]);
  });
});

it('a page that is left leaves no timer for what it has written down', async () => {
  const { pass } = takeTime();
  const client = startVisits().visit();
  await client.identify(ada);
  await pass(5_000);
  const timers = watchTimers();

  leave();

  expect(timers()).toEqual([]);
  client.close();
});

it('a file that fails is asked for again by one timer, however often there is a network', async () => {
  takeTime();
  const timers = watchTimers();
  const host = { user: ada, on: () => () => {}, expectCall() {}, report() {} } as unknown as Host;
  const loading = loadForUser(host, () => Promise.reject(new Error('There is no file')));
  loading.use(
    () => {},
    () => {},
  );
  await calm();
  for (let time = 0; time < 5; time += 1) {
    dispatchEvent(new Event('online'));
    await calm();
  }
  loading.close();

  expect(timers()).toEqual([]);
});
