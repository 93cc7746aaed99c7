// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Client, ClientOptions } from '../../src/index.js';
import { ada, bob, calm, mug, startVisits } from '../support/visits.js';

const circular: Record<string, unknown> = {};
circular['self'] = circular;
const odd = (value: unknown) => value as never;

const cases: [name: string, act: (client: Client) => Promise<void>][] = [
  ['an event without a name', (client) => client.track('')],
  ['an event whose name is blank', (client) => client.track(' ')],
  ['an event whose name is no text', (client) => client.track(odd(7))],
  ['data with a number that JSON cannot hold', (client) => client.track('a', { n: 1n })],
  ['data that holds itself', (client) => client.track('a', circular)],
  ['data with a function', (client) => client.track('a', { act: () => {} })],
  ['data that is a list', (client) => client.track('a', [1])],
  ['data that is nothing', (client) => client.track('a', odd(null))],
  ['data that is a text', (client) => client.track('a', odd(''))],
  ['data that is a date', (client) => client.track('a', new Date())],
  ['data that write themselves as nothing', (client) => client.track('a', { toJSON: () => undefined })],
  ['an id of more than 512 bytes', (client) => client.track('a', {}, { id: '漢'.repeat(171) })],
  ['an empty id', (client) => client.track('a', {}, { id: '' })],
  ['a campaign that is no number', (client) => client.track('a', {}, { campaignId: odd('7') })],
  ['a time in milliseconds', (client) => client.track('a', {}, { createdAt: Date.now() })],
  ['a date that is none', (client) => client.track('a', {}, { createdAt: new Date('never') })],
  ['more than a megabyte', (client) => client.track('a', { text: 'x'.repeat(1_000_001) })],
  ['more than a megabyte of few letters', (client) => client.track('a', { text: '漢'.repeat(334_000) })],
  ['a cart that is no list', (client) => client.updateCart(odd({}))],
  ['a price that is not a number', (client) => client.updateCart([{ ...mug, price: odd('12') }])],
  ['a price that is no number at all', (client) => client.updateCart([{ ...mug, price: NaN }])],
  ['an item without a name', (client) => client.updateCart([{ ...mug, name: odd(undefined) }])],
  ['an item that is nothing', (client) => client.updateCart([odd(null)])],
  ['a quantity that is not a number', (client) => client.updateCart([{ ...mug, quantity: Infinity }])],
  ['a total that is not a number', (client) => client.purchase({ items: [mug], total: odd('12') })],
  ['a purchase of nothing', (client) => client.purchase(odd(undefined))],
  [
    'a purchase id that the service does not take',
    (client) => client.purchase({ id: 'order_7', items: [mug], total: 12 }),
  ],
  ['a profile that is a text', (client) => client.updateUser(odd('pro'))],
  ['a profile that is nothing', (client) => client.updateUser(odd(null))],
  ['a profile that is not given', (client) => client.updateUser(odd(undefined))],
  ['subscriptions that are no object', (client) => client.updateSubscriptions(odd([7]))],
  ['an email without an @', (client) => client.identify({ email: 'ada' })],
  ['both identities', (client) => client.identify(odd({ ...ada, ...bob }))],
  ['no identity', (client) => client.identify(odd({}))],
  ['an identity that is nothing', (client) => client.identify(odd(undefined))],
  ['an empty user id', (client) => client.identify({ userId: '' })],
  ['a new profile that is a text', (client) => client.identify(bob, { dataFields: odd('text') })],
];

describe('unusable input', () => {
  it.each(cases)('is refused and not recorded, and the visitor stays who they are: %s', async (_, act) => {
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);

    await expect(act(client)).rejects.toMatchObject({ name: 'OptionError' });
    await client.flush();

    expect(sent()).toEqual([]);
    expect(client.user).toEqual(ada);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 0 });
  });

  it('is told from the largest that is usable', async () => {
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);

    await client.track('a', {}, { id: '漢'.repeat(170) + 'xy' });
    await client.purchase({ id: 'A-1', items: [], total: 0 });
    await client.flush();

    expect(service.inspect.events()).toHaveLength(2);
  });

  it('is what a client is told after it was closed', async () => {
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);
    client.close();

    await expect(client.track('a')).rejects.toMatchObject({ name: 'OptionError' });
    await calm();

    expect(sent()).toEqual([]);
  });

  it.each<[unknown, string]>([
    [undefined, 'The options must be an object'],
    [{}, '`apiKey`'],
    [{ apiKey: 'k' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'api.example.com' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', getToken: 'token' }, '`getToken`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', beforeRecord: {} }, '`beforeRecord`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', consent: 'yes' }, '`consent`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', anonymous: 'lose' }, '`anonymous`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', uncertain: 'maybe' }, '`uncertain`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', limits: { events: '9x' } }, '`limits.events`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', headers: { apiKey: ' ' } }, '`headers`'],
  ])('throws at once as options, naming what is wrong: %j', async (options, named) => {
    const { createClient } = await import('../../src/index.js');

    expect(() => createClient(options as ClientOptions)).toThrow(named);
  });

  it('throws at once as consent', () => {
    const client = startVisits().visit();

    expect(() => client.consent(odd('yes'))).toThrow('`consent`');
    void client.consent('granted');
  });
});

describe('`beforeRecord`', () => {
  it('may change what is recorded', async () => {
    const { visit, service } = startVisits();
    const client = visit({
      beforeRecord: (event) =>
        event.kind === 'custom' ? { ...event, dataFields: { ...event.dataFields, card: '…' } } : event,
    });
    await client.identify(ada);

    await client.track('paid', { card: '4242', total: 12 });
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([{ fields: { card: '…', total: 12 } }]);
  });

  it('may leave an event out', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({
      beforeRecord: (event) => (event.kind === 'custom' && event.name === 'noise' ? null : event),
    });
    await client.identify(ada);

    await client.track('noise');
    await client.track('a');
    await client.flush();

    expect(arrived()).toEqual(['a']);
  });

  it('changes neither whose event it is nor its id and time', async () => {
    const { visit, sent } = startVisits();
    const client = visit({
      beforeRecord: (event) => ({ ...event, user: bob, id: 'another', recordedAt: 0, kind: 'cart' }) as never,
    });
    await client.identify(ada);

    await client.track('a', {}, { id: 'own' });
    await client.flush();

    expect(sent()).toMatchObject([{ route: 'POST /api/events/track', body: { ...ada, id: 'own' } }]);
  });

  it('that throws records nothing, and tells the caller alone', async () => {
    const { visit, sent } = startVisits();
    const client = visit({
      beforeRecord: () => {
        throw new Error('of the page');
      },
    });
    await client.identify(ada);

    await expect(client.track('a')).rejects.toThrow('of the page');
    await client.flush();

    expect(sent()).toEqual([]);
  });
});
