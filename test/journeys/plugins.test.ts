// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Plugin, TrackedEvent } from '../../src/index.js';
import { ada, bob, listen, mug, offline, startVisits } from '../support/visits.js';

/** A plugin that writes its name into each custom event, where the others wrote theirs. */
function signed(name: string, moment: 'beforeRecord' | 'beforeSend' = 'beforeRecord'): Plugin {
  const sign = (event: TrackedEvent): TrackedEvent => {
    if (event.kind !== 'custom') return event;
    const { by = '' } = { ...event.dataFields } as { by?: string };
    return { ...event, dataFields: { ...event.dataFields, by: by + name } };
  };
  return { [moment]: sign };
}

async function setup() {
  const visits = startVisits();
  const client = visits.visit();
  await client.identify(ada);
  const fields = () => visits.service.inspect.events('customEvent').map(({ fields }) => fields);
  return { ...visits, client, fields };
}

describe('plugins', () => {
  it('change what is recorded in the order in which they came, until they are taken out', async () => {
    const { client, fields } = await setup();
    client.use(signed('a'));
    const stop = client.use(signed('b'));
    client.use(signed('c'));
    await client.track('first');

    stop();
    await client.track('second');
    await client.flush();

    // They may arrive in any order.
    const signatures = fields().map(({ eventName, by }) => [eventName, by]);
    expect(Object.fromEntries(signatures)).toEqual({ first: 'abc', second: 'ac' });
  });

  it('stand before `beforeRecord`, which sees what they made', async () => {
    const { visit, client, fields } = await setup();
    const seen: string[] = [];
    const beforeRecord = (event: TrackedEvent) => {
      seen.push(JSON.stringify(event));
      return event;
    };
    const next = visit({ beforeRecord });
    next.use(signed('a'));

    await next.track('first');
    await next.flush();

    expect(next).not.toBe(client);
    expect(seen[0]).toContain('"by":"a"');
    expect(fields()).toHaveLength(1);
  });

  it("of the same name take each other's place", async () => {
    const { client, fields } = await setup();
    client.use({ ...signed('old'), name: 'mine' });
    client.use(signed('b'));
    client.use({ ...signed('new'), name: 'mine' });

    await client.track('first');
    await client.flush();

    expect(fields()).toMatchObject([{ by: 'newb' }]);
  });

  it('may leave an event out', async () => {
    const { client, fields } = await setup();
    client.use({
      beforeRecord: (event) => (event.kind === 'custom' && event.name === 'noise' ? null : event),
    });

    await client.track('noise');
    await client.track('a');
    await client.flush();

    expect(fields()).toMatchObject([{ eventName: 'a' }]);
  });

  it('may change what is sent, each time anew, and not what waits', async () => {
    const { client, fields, line, service } = await setup();
    let sendings = 0;
    client.use({
      beforeSend: (event) =>
        event.kind === 'custom' ? { ...event, dataFields: { sendings: ++sendings } } : event,
    });
    line.fetch = offline;
    await client.track('a', { sku: 'A1' });
    await client.flush().catch(() => undefined);
    line.fetch = service.fetch;

    await client.flush();

    expect(fields()).toMatchObject([{ sendings: 2 }]);
    expect(fields()[0]).not.toHaveProperty('sku');
  });

  it('change neither whose an event is nor its kind, id and time', async () => {
    const { client, sent } = await setup();
    const other = { user: bob, id: 'another', recordedAt: 0, kind: 'cart' };
    const change = (event: TrackedEvent) => ({ ...event, ...other }) as never;
    client.use({ beforeRecord: change, beforeSend: change });

    await client.track('a', {}, { id: 'own' });
    await client.flush();

    expect(sent()).toMatchObject([{ route: 'POST /api/events/track', body: { ...ada, id: 'own' } }]);
  });

  it.each<[string, (event: TrackedEvent) => unknown]>([
    ['a promise', async (event) => event],
    ['a number', () => 7],
    ['false', () => false],
    ['a list', (event) => [event]],
    ['nothing of it', () => ({})],
    ['no usable name', (event) => ({ ...event, name: ' ' })],
    ['one that inherits all', (event) => Object.create(event) as unknown],
  ])('that give %s lose nothing, and the page is told', async (_, give) => {
    const { client, fields, sent } = await setup();
    const told = listen(client);
    client.use({ beforeRecord: give as never, beforeSend: give as never });

    await client.track('a', { sku: 'A1' });
    await client.updateCart([mug]);
    await client.flush();

    expect(fields()).toMatchObject([{ eventName: 'a', sku: 'A1' }]);
    expect(sent('/updateCart')).toMatchObject([{ body: { items: [mug] } }]);
    expect(told.error[0]?.message).toMatch(/at once, with all that it needs/);
  });

  it('that fail lose nothing: the event goes on as it came to them, and the page is told', async () => {
    const { client, fields } = await setup();
    const told = listen(client);
    const fail = (event: TrackedEvent): never => {
      Object.assign(event, { dataFields: { spoilt: true } });
      throw new Error('of the plugin');
    };
    client.use({ beforeRecord: fail, beforeSend: fail });
    client.use({ beforeRecord: (event) => ({ ...event, dataFields: { code: () => {} } }) as never });
    client.use({ beforeRecord: (event) => ({ ...event, dataFields: 'text' }) as never });

    await client.track('a', { sku: 'A1' });
    await client.purchase({ items: [mug], total: 12 });
    await client.flush();

    expect(fields()).toMatchObject([{ eventName: 'a', sku: 'A1' }]);
    expect(fields()[0]).not.toHaveProperty('spoilt');
    expect(new Set(told.error.map(({ message }) => message))).toEqual(
      new Set(['of the plugin', 'The data must be what JSON can hold', 'The data must be an object']),
    );
  });
});
