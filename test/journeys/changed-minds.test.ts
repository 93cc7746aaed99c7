// @vitest-environment happy-dom
import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostOf } from '../../src/host/host-of.js';
import type { Client } from '../../src/index.js';
import { createAsking } from '../../src/push/prompt/asking.js';
import { holdDevice } from '../support/held-device.js';
import { setup } from '../support/push-visits.js';
import { until } from '../support/until.js';
import { ada, bob, calm, onDevice, startVisits, takeTime } from '../support/visits.js';

/** Calls `meanwhile` as the device gets a value, once. */
function whilePutting(isIt: (value: unknown, key: unknown) => boolean, meanwhile: () => unknown) {
  const { put } = IDBObjectStore.prototype;
  let ended: unknown;
  IDBObjectStore.prototype.put = function (value, key) {
    if (!ended && isIt(value, key)) ended = meanwhile();
    return put.call(this, value, key);
  };
  onTestFinished(() => void (IDBObjectStore.prototype.put = put));
  return () => ended;
}

/** What of a device is more than the word of who has refused. */
async function restOf() {
  return Object.entries(await onDevice()).filter(([key]) => !key.includes('consent'));
}

describe('who refuses while another page has the device', () => {
  it.each([
    ['who they are', (client: Client): Promise<unknown> => client.identify(ada)],
    ['what is counted', (client: Client) => client.stats()],
  ])('leaves nothing there that waited for it: %s', async (_, say) => {
    const { pass } = takeTime();
    const client = startVisits().visit();
    await client.track('before');
    await pass(5_000);
    const letGo = await holdDevice();
    const said = say(client);
    // A step that waits for longer than 1.5 seconds is taken back, and done again behind the others.
    await pass(1_000);
    const refused = client.consent('denied');
    await pass(900);
    letGo();
    await pass(5_000);
    await Promise.all([said, refused]);
    await calm();

    expect(await restOf()).toEqual([]);
    expect(JSON.stringify(await onDevice())).not.toContain('ada@');
  });
});

describe('pushes', () => {
  it.each([
    ['logs out', (client: Client) => client.reset()],
    ['refuses', (client: Client) => client.consent('denied')],
  ])('are registered for nobody who %s while the device takes the token', async (_, leave) => {
    const { visit, start, sent } = setup({ permission: 'granted' });
    const client = visit();
    await client.identify(ada);
    const isFirst = (value: unknown, key: unknown) =>
      key === 'push' && !!(value as { user?: object }).user && !('isRegistered' in (value as object));
    const left = whilePutting(isFirst, () => leave(client));

    await start(client)
      .turnOn()
      .catch(() => undefined);
    await left();
    await calm();

    expect(left()).toBeDefined();
    expect(sent('registerBrowserToken')).toEqual([]);
  });

  it('are registered for nobody who comes while those of before are ended', async () => {
    const { turnOn, sent } = setup({ permission: 'granted' });
    const waiting: (() => void)[] = [];
    let isDown = true;
    let count = 0;
    const { client } = await turnOn({
      register: async () => `token ${(count += 1)}`,
      unregister: () =>
        isDown
          ? Promise.reject(new TypeError('Failed to fetch'))
          : new Promise<void>((resolve) => waiting.push(resolve)),
    });
    await client.reset();
    await calm();
    isDown = false;
    await client.identify(ada);
    await until(() => expect(waiting).toHaveLength(1));
    await client.identify(bob);
    waiting.forEach((end) => end());
    await calm();

    expect(sent('registerBrowserToken').map(({ body }) => body)).not.toContainEqual(
      expect.objectContaining(bob),
    );
  });

  it('of kinds that one chooses change nothing of another, who comes while the device takes that', async () => {
    const { visit, start } = setup({ permission: 'granted' });
    const client = visit();
    await client.identify(ada);
    const push = start(client);
    const told: unknown[] = [];
    client.on('recorded', ({ kind }) => told.push(kind));
    const prompt = { categories: [{ messageTypeId: 1, name: 'Orders' }] };
    const events = new Set<never>();
    const source = { push, client, prompt, host: hostOf(client), events };
    const asking = createAsking(document.createElement('div'), source);
    onTestFinished(asking.close);

    const chosen = asking.choose(true);
    await client.identify(bob);
    await chosen;

    expect(told).toEqual([]);
  });

  it('leave nothing on the device of who refuses while a click is told', async () => {
    const { turnOn, work, push, click, line, service, visit } = setup({ permission: 'granted' });
    const { client } = await turnOn();
    work();
    await push({ title: 'Hello', messageId: 'm1' });
    let letGo: (() => void) | undefined;
    line.fetch = async (...call) => {
      const isClick = new Request(...call).url.includes('trackWebPushClick');
      if (isClick) await new Promise<void>((resolve) => (letGo = resolve));
      return service.fetch(...call);
    };
    client.close();
    const clicked = click();
    await until(() => expect(letGo).toBeDefined());
    await visit().consent('denied');
    letGo?.();
    await clicked;
    await calm();

    expect(await restOf()).toEqual([]);
  });
});
