// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hostOf } from '../../src/host/host-of.js';
import type { Client } from '../../src/index.js';
import { FLIGHT, JOURNAL } from '../../src/events/outbox/row.js';
import {
  ada,
  become,
  calm,
  leave,
  leaveOnKeeping,
  listen,
  mug,
  silent,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** happy-dom's requests do not tell whether they outlive their page. */
class KeptRequest extends Request {
  override readonly keepalive: boolean;
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.keepalive = init?.keepalive ?? (input instanceof KeptRequest && input.keepalive);
  }
}

/** A page whose timers do not run, and what it sends that may outlive it. */
async function setup() {
  const time = takeTime();
  const visits = startVisits();
  vi.stubGlobal('Request', KeptRequest);
  const { service, line, visit } = visits;
  const urgent: { body: string; isKept: boolean }[] = [];
  line.fetch = async (input, init) => {
    const request = new Request(input, init);
    urgent.push({ body: await request.clone().text(), isKept: request.keepalive });
    return service.fetch(request);
  };
  const client = visit();
  await client.identify(ada);
  return { ...time, ...visits, client, urgent };
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const hide = () => become('hidden');

describe('a page that may be about to end', () => {
  it.each([
    ['hidden', hide],
    ['left', leave],
  ])('when it is %s, sends what waits in calls that outlive it', async (_, happen) => {
    const { client, urgent, arrived, pass } = await setup();
    await client.track('a');

    happen();
    await calm();

    expect(urgent).toEqual([{ body: expect.stringContaining('"a"') as unknown, isKept: true }]);
    expect(arrived()).toEqual(['a']);

    // Its rows stay; a page that comes back sends them under the same id.
    dispatchEvent(new Event('pageshow'));
    await pass(1_000);
    expect(arrived()).toEqual(['a']);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 1 });
  });

  it('takes nothing of the room for that while the visitor sees it', async () => {
    const { client, urgent, pass } = await setup();
    await client.track('a');

    await pass(1_000);

    expect(urgent).toMatchObject([{ isKept: false }]);
  });

  it('lets out at most 12 calls at once', async () => {
    const { client, line } = await setup();
    let open = 0;
    line.fetch = (input, init) => {
      if (new Request(input, init).keepalive) open += 1;
      return silent();
    };
    await Promise.all(Array.from({ length: 18 }, (_, index) => client.track(`event ${index}`)));

    hide();
    await calm();
    leave();
    await calm();

    expect(open).toBe(12);
  });

  it.each([
    ['letters', 'x', 11_000, true],
    ['letters of several bytes', '漢', 6_000, true],
    ['what the device has not taken yet', '漢', 6_000, false],
  ])('lets out at most 60,000 bytes at once: %s', async (_, letter, times, isSafe) => {
    const { client, line, pass } = await setup();
    await client.track('before');
    await pass(1_000);
    const kept: number[] = [];
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.keepalive) kept.push(bytesOf(await request.text()));
      return silent();
    };
    const said = Array.from({ length: 9 }, () => client.track('large', { text: letter.repeat(times) }));
    if (isSafe) await Promise.all(said).then(hide);
    else leaveOnKeeping(JOURNAL, { ends: true });
    await calm();

    expect(kept.length).toBeGreaterThan(0);
    expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60_000);
  });

  it('lets the smallest out first', async () => {
    const { client, urgent } = await setup();
    await client.track('large', { text: 'x'.repeat(30_000) });
    await client.track('middle', { text: 'x'.repeat(1_000) });
    await client.track('small');

    hide();
    await calm();

    expect(urgent.map(({ body }) => (JSON.parse(body) as { eventName: string }).eventName)).toEqual([
      'small',
      'middle',
      'large',
    ]);
  });

  it('keeps the order of what changes the user', async () => {
    const { client, service, pass } = await setup();
    await client.purchase({ id: 'p1', items: [{ ...mug, description: 'x'.repeat(1_000) }], total: 12 });
    await client.updateCart([mug]);

    hide();
    await pass(1_000);

    expect(service.inspect.requests.map(({ route }) => route)).toEqual([
      'POST /api/commerce/trackPurchase',
      'POST /api/commerce/updateCart',
    ]);
    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ shoppingCartItems: [mug] });
  });

  it('keeps on the device what it has no answer for, and the next page sends it again', async () => {
    const { client, line, service, openTab, pass, crash } = await setup();
    line.fetch = async (...request) => {
      await service.fetch(...request);
      return silent();
    };
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });
    hide();
    await calm();
    expect(await client.stats()).toMatchObject({ waiting: 2 });
    crash();

    line.fetch = service.fetch;
    const next = await openTab();
    await pass(60_000);

    expect(await next.stats()).toMatchObject({ waiting: 0, delivered: 2 });
    expect(service.inspect.events('customEvent')).toHaveLength(1);
    expect(service.inspect.events('purchase')).toHaveLength(1);
  });

  it('is sent again also when the clock has been set back since', async () => {
    const { client, line, service, openTab, pass, jump, crash, arrived } = await setup();
    line.fetch = silent;
    await client.track('a');
    hide();
    await calm();

    crash();
    jump(-365 * 86_400_000);
    line.fetch = service.fetch;
    const next = await openTab();
    await pass(60_000);

    expect(arrived()).toEqual(['a']);
    expect(await next.stats()).toMatchObject({ waiting: 0 });
  });

  it('does not tell again what failed after it was left, if the service could not tell that from a repeat', async () => {
    const { client, line, service, sent, pass } = await setup();
    let fail = () => {};
    line.fetch = () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
    await hostOf(client).track('POST /api/events/trackInAppOpen', { messageId: 'm1' }, ada);
    hide();
    await calm();

    leave();
    fail();
    await calm();
    line.fetch = service.fetch;
    dispatchEvent(new Event('pageshow'));
    become('visible');
    await pass(10_000);

    expect(sent('trackInAppOpen')).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 0, uncertain: 1 });
  });

  describe('when the device has just been asked to let something go, and has not answered', () => {
    /** Leaves the page at that moment. One that ends never gets the answer. */
    async function leaveOnTaking({ ends }: { ends: boolean }) {
      const scene = await setup();
      await scene.pass(1_000);
      leaveOnKeeping(FLIGHT, { ends });
      await hostOf(scene.client).track('POST /api/events/trackInAppOpen', { messageId: 'm1' }, ada);
      await scene.pass(200);
      return scene;
    }

    it('sends it, and the next page does not tell it again', async () => {
      const { sent, crash, openTab, pass } = await leaveOnTaking({ ends: true });
      expect(sent('trackInAppOpen')).toHaveLength(1);

      crash();
      const next = await openTab();
      await pass(60_000);

      expect(sent('trackInAppOpen')).toHaveLength(1);
      expect(await next.stats()).toMatchObject({ waiting: 0 });
    });

    it('sends it, and does not tell it again when it is back', async () => {
      const { client, sent, pass } = await leaveOnTaking({ ends: false });

      dispatchEvent(new Event('pageshow'));
      await pass(60_000);

      expect(sent('trackInAppOpen')).toHaveLength(1);
      expect(await client.stats()).toMatchObject({ waiting: 0, uncertain: 0 });
    });
  });

  describe('and leaves as its last word what the device has kept as well', () => {
    type Act = (client: Client) => unknown;
    const acts: [string, Act][] = [
      ['updateCart', (client) => client.updateCart([mug])],
      ['trackPurchase', (client) => client.purchase({ items: [mug], total: 12 })],
      ['users/update', (client) => client.updateUser({ plan: 'pro' })],
      ['trackInAppOpen', (client) => hostOf(client).track('POST /api/events/trackInAppOpen', {}, ada)],
    ];
    /** Leaves a page at that moment, which never gets the device's answer. Gives what it has said last. */
    async function leaveSaying(act: Act) {
      const scene = await setup();
      await scene.pass(1_000);
      const before = scene.sent().length;
      leaveOnKeeping(JOURNAL, { ends: true });
      void act(scene.client);
      await calm();
      const words = Object.entries(localStorage).filter(([key]) => key.includes(' last ')) as [
        string,
        string,
      ][];
      expect(words).toHaveLength(1);
      return { ...scene, words, calls: () => scene.sent().length - before };
    }

    it.each(acts)(
      'is told once, where another had it from the device before it saw the word: %s',
      async (route, act) => {
        const { words, calls, crash, openTab, pass, sent } = await leaveSaying(act);
        words.forEach(([key]) => localStorage.removeItem(key));
        crash();
        const other = await openTab();
        await pass(10_000);
        expect([calls(), sent(route).length]).toEqual([1, 1]);

        words.forEach(([key, word]) => localStorage.setItem(key, word));
        await other.flush();

        expect(calls()).toBe(1);
        expect(await other.stats()).toMatchObject({ waiting: 0, uncertain: 0 });
        expect(Object.keys(localStorage).join()).not.toContain(' last ');
      },
    );

    it.each(acts)(
      'is told once, where its own client was closed with something still to do: %s',
      async (_, act) => {
        const { calls, client, pass, visit } = await leaveSaying(act);

        void client.stats();
        client.close();
        await calm();
        const next = visit();
        await pass(10_000);

        expect(calls()).toBe(1);
        expect(await next.stats()).toMatchObject({ waiting: 0, uncertain: 0 });
      },
    );
  });

  it('leaves a newer cart behind an older one whose call was ended, also once it was shown again', async () => {
    const { client, line, service, pass, sent, crash, openTab } = await setup();
    const ends: ((error: Error) => void)[] = [];
    line.fetch = () => new Promise((_, reject) => ends.push(reject));
    await client.updateCart([{ ...mug, id: 'older' }]);
    await pass(300);
    await client.updateCart([{ ...mug, id: 'newer' }]);
    become('visible');
    await pass(50);
    void client.track('later');
    await pass(200);

    // As Firefox and Safari do, before the page hears that it is left.
    line.fetch = silent;
    ends.forEach((end) => end(new TypeError('Failed to fetch')));
    await pass(300);
    leave();
    await calm();
    crash();
    line.fetch = service.fetch;
    await openTab();

    await pass(1_500);
    expect(sent('updateCart')).toEqual([]);
    await pass(4_000);
    expect(sent('updateCart').map(({ body }) => JSON.stringify(body).match(/older|newer/)?.[0])).toEqual([
      'older',
      'newer',
    ]);
  });

  it('carries on when it is shown again', async () => {
    const { client, pass, arrived } = await setup();
    const told = listen(client);
    await client.track('a');
    hide();
    leave();
    await calm();
    dispatchEvent(new Event('pageshow'));
    become('visible');

    await client.track('b');
    await pass(1_000);

    expect(arrived().sort()).toEqual(['a', 'b']);
    expect(told.error).toEqual([]);
  });
});

describe('a page', () => {
  it('is never listened to for `unload` or `beforeunload`, and not at all after `close`', () => {
    const heard: [type: string, listener: unknown][] = [];
    for (const target of [window, document] as EventTarget[]) {
      const { addEventListener, removeEventListener } = target;
      const spies = [
        vi.spyOn(target, 'addEventListener').mockImplementation((type, ...rest) => {
          heard.push([type, rest[0]]);
          addEventListener.call(target, type, ...rest);
        }),
        vi.spyOn(target, 'removeEventListener').mockImplementation((type, ...rest) => {
          const index = heard.findIndex(
            ([heardType, listener]) => heardType === type && listener === rest[0],
          );
          if (index >= 0) heard.splice(index, 1);
          removeEventListener.call(target, type, ...rest);
        }),
      ];
      onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
    }

    const client = startVisits().visit();

    const types = new Set(heard.map(([type]) => type).filter((type) => !type.startsWith('tidings ')));
    expect([...types].sort()).toEqual(['online', 'pagehide', 'pageshow', 'storage', 'visibilitychange']);
    client.close();
    expect(heard).toEqual([]);
  });
});
