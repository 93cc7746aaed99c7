// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { setup } from '../support/background-visits.js';
import {
  ada,
  become,
  bob,
  leave,
  leaveOnKeeping,
  mug,
  offline,
  onDevice,
  takeTime,
} from '../support/visits.js';

type Site = ReturnType<typeof setup>;

/** A visit of Ada's to a shop out of reach, who leaves with something waiting. */
async function leaveWaiting({ visit, line, service }: Site) {
  line.fetch = offline;
  const client = visit();
  await client.identify(ada);
  for (const name of ['a', 'b', 'c']) await client.track(name);
  await client.updateCart([mug]);
  await client.purchase({ items: [mug], total: 12 });
  await client.flush().catch(() => undefined); // That is what this is about.
  client.close();
  line.fetch = service.fetch;
}

const kinds = ({ service }: Site) => service.inspect.requests.map(({ route }) => route.split('/').at(-1));

describe('delivery in the background', () => {
  it('delivers what the last page has left, once and under its user', async () => {
    const site = setup();
    site.work();
    await leaveWaiting(site);

    await site.sync();

    expect(site.arrived().sort()).toEqual(['a', 'b', 'c']);
    expect(kinds(site).filter((kind) => kind !== 'track')).toEqual(['updateCart', 'trackPurchase']);
    expect(new Set(site.service.inspect.events('customEvent').map(({ email }) => email))).toEqual(
      new Set([ada.email]),
    );
    expect(await site.visit().stats()).toMatchObject({
      waiting: 0,
      delivered: 5,
      deliveredInBackground: 5,
      uncertain: 0,
    });
  });

  it('goes on with each call until its answer, and lets none outlive the worker', async () => {
    const site = setup();
    site.work();
    await leaveWaiting(site);
    const fetch = vi.fn<typeof globalThis.fetch>((...call) => site.service.fetch(...call));
    site.line.fetch = fetch;

    await site.sync();

    expect(fetch).toHaveBeenCalledTimes(5);
    expect(fetch.mock.calls.some(([, init]) => init?.keepalive)).toBe(false);
  });

  it('is asked for by a page that is in trouble, and by one that is hidden or left while something waits', async () => {
    const { visit, line, service, syncs } = setup();
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await client.flush();
    become('hidden');
    leave();
    become('visible');
    expect(syncs).toEqual([]);

    line.fetch = offline;
    await client.track('b');
    await client.flush().catch(() => undefined); // That is what this is about.
    expect(new Set(syncs)).toEqual(new Set([`tidings http://service ${service.keys.web}`]));
    const inTrouble = syncs.length;
    become('hidden');
    const hidden = syncs.length;
    leave();

    expect([inTrouble > 0, hidden > inTrouble, syncs.length > hidden]).toEqual([true, true, true]);
  });

  it('sends and reads nothing of a visitor who refuses, or has not been asked', async () => {
    const site = setup();
    site.work();
    await leaveWaiting(site);
    const denied = site.visit();
    await denied.consent('denied');
    denied.close();
    const before = await onDevice();

    await site.sync();

    expect(site.sent()).toEqual([]);
    expect(await onDevice()).toEqual(before);
  });

  it('makes nothing on a device that no page of the project was let keep anything on', async () => {
    const site = setup();
    site.work();

    await site.sync(`tidings http://service ${site.service.keys.web}`);

    expect(await indexedDB.databases()).toEqual([]);
  });

  it('waits for the consent that pages wait for', async () => {
    const site = setup();
    const deliver = site.work({ consent: 'pending' });
    await leaveWaiting(site);

    await deliver();
    expect(site.sent()).toEqual([]);
    const client = site.visit({ consent: 'pending', fetch: offline });
    await client.consent('granted');
    client.close();
    await deliver();

    expect(site.arrived().sort()).toEqual(['a', 'b', 'c']);
  });

  it('stops as soon as the visitor takes their consent back', async () => {
    const site = setup();
    site.work();
    await leaveWaiting(site);
    const name = site.syncs[0] ?? '';
    site.line.fetch = async (...call) => {
      const answer = await site.service.fetch(...call);
      await refuse(name);
      return answer;
    };

    await site.sync();

    // Those that were on their way at once.
    expect(site.sent().length).toBeLessThan(5);
    expect(Object.keys(await onDevice()).filter((key) => key.startsWith('"'))).toEqual(['"consent"']);
  });

  it('leaves what is nobody’s to the page that says whose it is', async () => {
    const site = setup();
    site.work();
    site.line.fetch = offline;
    const client = site.visit();
    await client.track('nobody’s');
    client.close();
    site.line.fetch = site.service.fetch;

    await site.sync(`tidings http://service ${site.service.keys.web}`);

    expect(site.sent()).toEqual([]);
    expect((await site.visit().stats()).waiting).toBe(1);
  });

  it('keeps a pause that the service asks for, and comes back after it', async () => {
    const site = setup();
    site.work();
    await leaveWaiting(site);
    site.service.faults.add({ kind: 'status', status: 429, retryAfter: 3600, times: 1 });
    await expect(site.sync()).rejects.toThrow();
    const sent = site.sent().length;

    await expect(site.sync()).rejects.toThrow('The service asks for a pause');
    expect(site.sent()).toHaveLength(sent);
    vi.setSystemTime(Date.now() + 3_600_000);
    await site.sync().finally(() => vi.useRealTimers());

    expect(site.arrived().sort()).toEqual(['a', 'b', 'c']);
  });

  it('ends a pause that the network’s return makes needless, but where the visitor sees a page, which has done so', async () => {
    const time = takeTime();
    const site = setup();
    site.work();
    await leaveWaiting(site);
    const window = site.openWindow(location.href);
    window.visibilityState = 'visible';

    const seen = site.sync();
    await time.pass(0);
    expect(site.sent()).toEqual([]);
    await time.during(seen);
    expect(site.arrived()).toHaveLength(3);

    window.visibilityState = 'hidden';
    await leaveWaiting(site);
    const hidden = site.sync();
    await time.pass(0);
    expect(site.arrived()).toHaveLength(6);
    // What a page sent without an answer is waited for.
    await time.during(hidden);
  });

  it('tries again for as long as it has time, while the service is down', async () => {
    const time = takeTime();
    const site = setup();
    site.work();
    await leaveWaiting(site);
    // Nothing that the page has sent is on its way any more.
    await time.pass(5_000);
    site.service.faults.add({ kind: 'status', status: 503, times: 6 });

    await time.during(site.sync());

    expect(site.arrived().sort()).toEqual(['a', 'b', 'c']);
  });

  it('takes up nothing once its time is over, and waits for what is on its way', async () => {
    const time = takeTime();
    const site = setup();
    site.work();
    await leaveWaiting(site);
    const client = site.visit({ fetch: offline });
    for (let index = 0; index < 100; index++) void client.track(`slow ${index}`);
    await client.stats();
    client.close();
    site.line.fetch = async (...call) => {
      await new Promise((resolve) => setTimeout(resolve, 9_000));
      return site.service.fetch(...call);
    };

    const began = Date.now();
    await expect(time.during(site.sync())).rejects.toThrow('in the time that a service worker has');
    expect(Date.now() - began).toBeLessThan(140_000);

    const { waiting, delivered, uncertain } = await site.visit({ fetch: offline }).stats();
    expect(delivered).toBeGreaterThan(30);
    expect([delivered, waiting, uncertain]).toEqual([site.sent().length, 105 - delivered, 0]);
  });

  it('delivers for one user where there is no token for another, and comes back for them', async () => {
    const site = setup();
    site.work({
      getToken: async (user) => {
        if (user.email) throw new Error('No session');
        return site.service.signToken(user);
      },
    });
    await leaveWaiting(site);
    site.line.fetch = offline;
    const client = site.visit();
    await client.identify(bob);
    await client.track('by bob');
    client.close();
    site.line.fetch = site.service.fetch;

    await expect(site.sync()).rejects.toThrow('No session');

    expect(site.arrived()).toEqual(['by bob']);
    expect((await site.visit({ fetch: offline }).stats()).waiting).toBe(5);
  });

  it('delivers once what a page has said as it was left, and the device kept as well', async () => {
    const site = setup();
    const deliver = site.work();
    site.line.fetch = offline;
    const client = site.visit();
    await client.identify(ada);
    await client.flush().catch(() => undefined); // Until then, it has something else to do.
    leaveOnKeeping('0', { ends: true });
    void client.updateCart([mug]);
    await vi.waitFor(() => expect(Object.keys(localStorage).join()).toContain(' last '));
    client.close();
    site.line.fetch = site.service.fetch;

    await deliver();
    expect(kinds(site)).toEqual(['updateCart']);
    await site.visit().flush();

    expect(kinds(site)).toEqual(['updateCart']);
    expect(await site.visit().stats()).toMatchObject({ waiting: 0, delivered: 1 });
  });

  it('tells what `beforeSend` makes of an event, and whoever wants to know of what is refused', async () => {
    const site = setup();
    const dropped: unknown[] = [];
    const deliver = site.work({
      beforeSend: (event) => (event.kind === 'custom' ? { ...event, name: `${event.name}!` } : event),
      onDrop: ({ event, reason }) => dropped.push([event.kind, reason]),
    });
    await leaveWaiting(site);
    site.line.fetch = async (...call) => {
      const request = new Request(...call);
      if (!request.url.endsWith('updateCart')) return site.service.fetch(request);
      return Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 });
    };

    await deliver();

    expect(site.arrived().sort()).toEqual(['a!', 'b!', 'c!']);
    expect(dropped).toEqual([['cart', 'BadParams']]);
  });

  it.each([
    [{ apiKey: '' }, '`apiKey`'],
    [{ getToken: 'ada' }, '`getToken` must be a function'],
    [{ tokenUrl: 'http://' }, '`tokenUrl`'],
    [{ beforeSend: 7 }, '`beforeSend`'],
    [{ onDrop: 7 }, '`onDrop`'],
    [{ consent: 'yes' }, '`consent`'],
    [{ uncertain: 'maybe' }, '`uncertain`'],
  ])('refuses %j', (options, message) => {
    const { work } = setup();
    const noToken = 'tokenUrl' in options ? { getToken: undefined } : {};
    expect(() => work({ ...noToken, ...options } as never)).toThrow(message);
  });
});

/** Lets a page of another process say that the visitor refuses. */
async function refuse(name: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('entries', 'readwrite');
      const entries = writing.objectStore('entries');
      entries.clear();
      entries.put({ consent: 'denied', at: Date.now() }, 'consent');
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
