// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ada, listen, mug, offline, startVisits, takeTime } from '../support/visits.js';

describe('stats', () => {
  it('start at nothing', async () => {
    expect(await startVisits().visit().stats()).toEqual({
      waiting: 0,
      delivered: 0,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
  });

  it('tell what waits, what was delivered, and what was dropped and why, over visits', async () => {
    const { visit, line, service } = startVisits();
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      const isBad = (await request.clone().text()).includes('"bad"');
      return isBad
        ? Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 })
        : service.fetch(request);
    };
    const first = visit();
    await first.identify(ada);
    for (const name of ['a', 'bad', 'b', 'bad']) await first.track(name);
    await first.flush();
    const next = visit({ fetch: offline });
    await next.track('c');

    expect(await next.stats()).toEqual({
      waiting: 1,
      delivered: 2,
      deliveredInBackground: 0,
      dropped: { BadParams: 2 },
      uncertain: 0,
    });
  });

  it.each(['constructor', 'toString'])('count what is dropped as %s', async (code) => {
    const { visit, line } = startVisits();
    line.fetch = async () => Response.json({ code, msg: 'no' }, { status: 400 });
    const client = visit();
    await client.identify(ada);
    for (const name of ['a', 'b']) await client.track(name);
    await client.flush();
    const next = visit();
    await next.track('c');
    await next.flush();

    const { waiting, dropped } = await next.stats();
    expect([waiting, Object.entries(dropped)]).toEqual([0, [[code, 3]]]);
  });

  it('count an event once, however often it is sent, and one that was replaced not at all', async () => {
    takeTime();
    const { visit, line, service } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await client.updateCart([]);
    await client.updateCart([mug]);
    for (let count = 0; count < 3; count++) await client.flush().catch(() => undefined);
    expect(await client.stats()).toMatchObject({ waiting: 2 });

    line.fetch = service.fetch;
    await client.flush();

    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 2 });
  });
});

describe('what a client tells', () => {
  it('is each event that is delivered or dropped, once, with what the page said', async () => {
    const { visit, service } = startVisits();
    const client = visit();
    const told = listen(client);
    service.faults.add({ kind: 'lose' });
    await client.identify(ada);
    await client.track(
      'a',
      { sku: 'A1' },
      { campaignId: 7, templateId: 8, id: 'own', createNewFields: true },
    );

    await client.flush().catch(() => undefined);
    await client.flush();

    expect(told.delivered).toMatchObject([
      { kind: 'custom', name: 'a', id: 'own', user: ada, dataFields: { sku: 'A1' }, campaignId: 7 },
    ]);
    expect(told.dropped).toEqual([]);
  });
});

describe('what the page says of an event', () => {
  it('reaches the service', async () => {
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.track(
      'a',
      { sku: 'A1' },
      { campaignId: 7, templateId: 8, id: 'own', createNewFields: false },
    );
    await client.purchase({ items: [mug], total: 12, id: 'p-1', campaignId: 7, dataFields: { gift: true } });
    await client.updateUser({ home: { city: 'London' } }, { mergeNestedObjects: true });
    await client.updateSubscriptions({ unsubscribedChannelIds: [1] });

    await client.flush();

    expect(Object.fromEntries(sent().map(({ route, body }) => [route.split('/').at(-1), body]))).toEqual({
      track: {
        ...ada,
        eventName: 'a',
        id: 'own',
        dataFields: { sku: 'A1' },
        campaignId: 7,
        templateId: 8,
        createNewFields: false,
      },
      trackPurchase: {
        user: ada,
        id: 'p-1',
        items: [mug],
        total: 12,
        campaignId: 7,
        dataFields: { gift: true },
      },
      update: { ...ada, dataFields: { home: { city: 'London' } }, mergeNestedObjects: true },
      updateSubscriptions: { ...ada, unsubscribedChannelIds: [1] },
    });
  });
});
