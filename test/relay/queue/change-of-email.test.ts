import { describe, expect, it } from 'vitest';
import { hasRedis } from '../../support/redis.js';
import { site, SECRET, ada, event, type TestLine } from '../support/site.js';
import { cart, large, some } from './support/calls.js';
import { startRelayQueue } from './support/queue.js';

const change: TestLine = [
  'POST /api/users/updateEmail',
  { currentEmail: ada.email, newEmail: 'lovelace@example.com' },
];
const item = { id: 'a1', name: 'Lamp', price: 10, quantity: 1 };

describe.skipIf(!hasRedis)('a change of email behind a queue in Redis', () => {
  it('leaves one person, with all that was accepted before it', async () => {
    const { queue, work } = await startRelayQueue();
    const people = [{ email: ada.email, dataFields: {} }];
    const { emulator, baseUrl, visitor } = await site({ queue }, { scenario: { people }, project: 'email' });
    const page = visitor(ada);
    const before: TestLine[] = [
      event(),
      ['POST /api/commerce/trackPurchase', { user: ada, items: [item], total: 10, id: 'p-1' }],
      ['POST /api/users/update', { ...ada, dataFields: { plan: 'pro' } }],
    ];
    expect(await page.tell(...before)).toEqual(before.map(() => ({ is: 'accepted' })));

    const changing = page.tell(change);
    const { server: serverKey, web: webKey } = emulator.keys;
    await work(baseUrl, { serverKey, webKey, tokenSecret: SECRET });

    expect(await changing).toMatchObject([{ is: 'delivered' }]);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, delivered: 3 });
    expect(emulator.inspect.people).toMatchObject([
      { email: 'lovelace@example.com', dataFields: { plan: 'pro' } },
    ]);
  });
});

describe.skipIf(!hasRedis)('what a queue says that it holds', () => {
  it('is of one user, however their email is written, and wherever among the others it stands', async () => {
    const { queue } = await startRelayQueue();
    const others = Array.from({ length: 300 }, (_, index) => `user-${index}`);
    for (const name of others) await queue.add([cart(name, 0)]);
    await queue.add([large('Bob', 1), ...some(3, cart, 'Bob')]);

    expect(await queue.holds({ email: 'bob@example.com' })).toBe(true);
    expect(await queue.holds({ email: 'BOB@example.com' })).toBe(true);
    expect(await queue.holds({ email: 'ob@example.com' })).toBe(false);
    expect(await queue.holds({ userId: 'bob@example.com' })).toBe(false);
    for (const name of others.slice(-70))
      expect(await queue.holds({ email: `${name}@example.com` })).toBe(true);
  });

  it('is nothing of whom another only tells', async () => {
    const { queue } = await startRelayQueue();
    const { body, ...call } = cart('ada', 1);
    const text = '"user":{"email":"bob@example.com"}';

    await queue.add([{ ...call, body: { ...body, note: text } }]);

    expect(await queue.holds({ email: 'bob@example.com' })).toBe(false);
    expect(await queue.holds(ada)).toBe(true);
  });
});
