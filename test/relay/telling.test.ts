import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ada, event, lineOf, outcomesIn, site, type TestLine } from './support/site.js';

const item = { id: 'a1', name: 'Lamp', price: 10, quantity: 1 };
const delivered = { is: 'delivered' };

describe('what a page tells', () => {
  it('goes on with all events of a request in one call', async () => {
    const { emulator, visitor } = await site();

    const outcomes = await visitor(ada).tell(...Array.from({ length: 500 }, () => event()));

    expect(outcomes).toEqual(Array.from({ length: 500 }, () => delivered));
    expect(emulator.inspect.events('customEvent')).toHaveLength(500);
    expect(emulator.inspect.requests.map(({ route }) => route)).toEqual(['POST /api/events/trackBulk']);
  });

  it('is answered a line for each line, in their order, and kept by nobody', async () => {
    const { visitor } = await site();
    const lines = [event(), ['POST /api/lists', {}], event(), 'nothing'];

    const response = await visitor(ada).post(lines.map(lineOf).join('\n'));

    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await outcomesIn(response)).map(({ is }) => is)).toEqual([
      ...['delivered', 'refused', 'delivered', 'refused'],
    ]);
  });

  it('is read gzipped by its first bytes, whatever its headers say', async () => {
    const { emulator, visitor } = await site();
    const body = gzipSync([event(), event()].map(lineOf).join('\n'));

    const response = await visitor(ada).post(body, { 'Content-Type': 'text/plain' });

    expect(await outcomesIn(response)).toEqual([delivered, delivered]);
    expect(emulator.inspect.events('customEvent')).toHaveLength(2);
  });

  it('goes to the operation that takes many where there is one, and one by one elsewhere', async () => {
    const { emulator, visitor } = await site();
    const lines: TestLine[] = [
      event(),
      ['POST /api/users/update', { ...ada, dataFields: { plan: 'pro' } }],
      ['POST /api/users/updateSubscriptions', { ...ada, emailListIds: [] }],
      ['POST /api/commerce/updateCart', { user: ada, items: [item] }],
      ['POST /api/commerce/trackPurchase', { user: ada, items: [item], total: 10, id: 'p-1' }],
      ['POST /api/users/registerBrowserToken', { ...ada, browserToken: 'a-token' }],
    ];

    const outcomes = await visitor(ada).tell(...lines);

    expect(outcomes).toEqual(lines.map(() => delivered));
    const { server, web } = emulator.keys;
    const calls = emulator.inspect.requests.map(({ route, apiKey, tokenUser }) => [route, apiKey, tokenUser]);
    expect(calls.sort()).toEqual([
      ['POST /api/commerce/trackPurchase', server, undefined],
      ['POST /api/commerce/updateCart', server, undefined],
      ['POST /api/events/trackBulk', server, undefined],
      ['POST /api/users/bulkUpdate', server, undefined],
      ['POST /api/users/bulkUpdateSubscriptions', server, undefined],
      ['POST /api/users/registerBrowserToken', web, ada],
    ]);
  });

  it.each([
    'events/trackInAppDelivery',
    'events/trackInAppOpen',
    'events/trackInAppClick',
    'events/trackInAppClose',
    'events/inAppConsume',
    'events/trackWebPushClick',
    'embedded-messaging/events/received',
    'embedded-messaging/events/click',
    'embedded-messaging/events/session',
  ])('goes under a token of its user: %s', async (path) => {
    const { emulator, visitor } = await site();

    await visitor(ada).tell([`POST /api/${path}`, { ...ada, messageId: 'm-1' }]);

    const [{ route, apiKey, tokenUser } = {}] = emulator.inspect.requests;
    expect({ route, apiKey, tokenUser }).toEqual({
      ...{ route: `POST /api/${path}`, apiKey: emulator.keys.web, tokenUser: ada },
    });
  });

  it('is answered what the service says of a change of email', async () => {
    const { emulator, visitor } = await site();
    const page = visitor(ada);
    await page.tell(event());

    const [outcome] = await page.tell([
      'POST /api/users/updateEmail',
      { currentEmail: ada.email, newEmail: 'countess@example.com' },
    ]);

    expect(outcome).toMatchObject({ is: 'delivered', answer: { code: 'Success' } });
    expect(emulator.inspect.person({ email: 'countess@example.com' })).toBeDefined();
  });

  it('keeps what may be said of all profiles of a call apart', async () => {
    const { emulator, visitor } = await site();
    const update = (name: string, createNewFields?: boolean): TestLine => [
      'POST /api/users/update',
      { email: `${name}@example.com`, dataFields: { [name]: 1 }, ...{ createNewFields } },
    ];
    const page = visitor({ email: 'a@example.com', userId: 'x' });
    page.login({ email: 'a@example.com' });

    await page.tell(update('a', true), update('a', false), update('a'));

    const bodies = emulator.inspect.requests.map(({ body }) => body as { createNewFields?: boolean });
    expect(bodies.map(({ createNewFields }) => createNewFields)).toEqual([true, false, undefined]);
  });

  it('may be one line of a megabyte', async () => {
    const { visitor } = await site();

    const outcomes = await visitor(ada).tell(
      event(ada, 'large', { dataFields: { text: 'x'.repeat(900_000) } }),
    );

    expect(outcomes).toEqual([delivered]);
  });
});

describe('what is refused', () => {
  it.each([
    ['no JSON', '["/api/events/track", {', 'BadJsonBody'],
    ['no call', '"POST /api/events/track"', 'BadJsonBody'],
    ['a third part', '["/api/events/track",{"email":"ada@example.com","eventName":"e"},1]', 'BadJsonBody'],
    ['an empty line', '', 'BadJsonBody'],
    ['a route that is none of a page', '["/api/users/forget",{"email":"ada@example.com"}]', 'Forbidden'],
    ['nobody', '["/api/events/track",{"eventName":"e"}]', 'BadParams'],
    [
      'two people',
      '["/api/events/track",{"email":"ada@example.com","userId":"7","eventName":"e"}]',
      'BadParams',
    ],
    ['an event without a name', '["/api/events/track",{"email":"ada@example.com"}]', 'BadParams'],
  ])('alone is a line with %s, and nobody is asked', async (_, line, code) => {
    const { emulator, visitor } = await site();
    const body = [lineOf(event()), line, lineOf(event())].join('\n');

    const outcomes = await outcomesIn(await visitor(ada).post(body));

    expect(outcomes).toEqual([delivered, expect.objectContaining({ is: 'refused', code }), delivered]);
    expect(emulator.inspect.requests).toHaveLength(1);
  });

  it('by the service is told of the one that it is said of', async () => {
    const { emulator, visitor } = await site();
    const page = visitor({ ...ada, userId: '7' });
    await page.tell(event({ userId: '7' }));
    await emulator.fetch('http://emulator/api/users/forget', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify({ userId: '7' }),
    });

    const outcomes = await page.tell(event(), event({ userId: '7' }), event());

    expect(outcomes).toEqual([
      delivered,
      { is: 'refused', status: 400, code: 'ForgottenUserError', msg: expect.any(String) as unknown },
      delivered,
    ]);
  });

  it('by the service without saying whom is found, and told with the word for it', async () => {
    const { visitor } = await site();
    const page = visitor(ada);
    await page.tell(event(ada, 'sized', { dataFields: { size: 1 } }));

    const outcomes = await page.tell(
      ...Array.from({ length: 8 }, () => event(ada, 'sized', { dataFields: { size: 2 } })),
      event(ada, 'sized', { dataFields: { size: { of: 'many' } } }),
    );

    expect(outcomes.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => delivered));
    expect(outcomes[8]).toMatchObject({ is: 'refused', code: 'RequestFieldsTypesMismatched' });
  });
});
