import { describe, expect, it } from 'vitest';
import { heldLatency, settled } from '../support/latency.js';
import { NOW, setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };
const mug = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };
const cap = {
  id: 'B2',
  name: 'Cap',
  price: 9.5,
  quantity: 2,
  categories: ['hats'],
  dataFields: { color: 'red' },
};

describe('a cart', () => {
  it('is replaced whole, as shoppingCartItems on the profile (Endpoints, Commerce)', async () => {
    const { admin, inspect } = setup();

    await admin.commerce.updateCart({ user: ada, items: [cap, mug] });
    await admin.commerce.updateCart({ user: ada, items: [mug] });

    expect(inspect.person(ada)?.dataFields).toEqual({ shoppingCartItems: [mug] });
  });

  it('creates or updates the profile (Endpoints, Commerce)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.commerce.updateCart({
      user: { ...ada, dataFields: { name: 'Ada', age: 3 } },
      items: [mug],
    });
    await admin.commerce.updateCart({
      user: { ...ada, dataFields: { zip: 1 }, createNewFields: false },
      items: [],
    });

    expect(answer.params).toEqual({ createdFields: ['name', 'age'], filteredOutFields: [] });
    expect(inspect.person(ada)?.dataFields).toEqual({ name: 'Ada', age: 3, shoppingCartItems: [] });
  });

  it.each([
    ['id', { ...mug, id: undefined }],
    ['name', { ...mug, name: undefined }],
    ['price', { ...mug, price: '12' }],
    ['quantity', { ...mug, quantity: 1.5 }],
    ['categories', { ...mug, categories: 'hats' }],
  ])('is refused for an item whose %s is not right (CommerceItem)', async (field, item) => {
    const { call, inspect } = setup();

    const { status, answer } = await call('POST /api/commerce/updateCart', { user: ada, items: [item] });

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`items.0.${field}\``);
    expect(inspect.people).toEqual([]);
  });
});

describe.each(['updateCart', 'trackPurchase'] as const)('the items of %s', (operation) => {
  /** Buys, or puts into the cart, a cap with fields of its own. */
  async function take(dataFields: object, createNewFields: boolean) {
    const { admin, inspect } = setup();
    const items = (fields: object) => [{ ...cap, dataFields: { ...fields } }];
    const call = (fields: object, isOpen: boolean) =>
      operation === 'updateCart'
        ? admin.commerce.updateCart({ user: { ...ada, createNewFields: isOpen }, items: items(fields) })
        : admin.commerce.trackPurchase({
            user: ada,
            items: items(fields),
            total: 1,
            createNewFields: isOpen,
          });
    await call({ color: 'red' }, true);
    const { params } = await call(dataFields, createNewFields);
    const [kept] = [inspect.events('purchase').at(-1)?.fields, inspect.person(ada)?.dataFields].filter(
      (fields) => fields !== undefined,
    );
    return { params, kept };
  }

  it('leave out fields of their own that are new, when told so, and keep what every item has (createNewFields)', async () => {
    const { params, kept } = await take({ color: 'blue', size: 'L', fit: { waist: 1 } }, false);

    expect(params).toMatchObject({
      createdFields: [],
      filteredOutFields: ['shoppingCartItems.dataFields.size', 'shoppingCartItems.dataFields.fit'],
    });
    expect(kept).toMatchObject({ shoppingCartItems: [{ ...cap, dataFields: { color: 'blue' } }] });
    expect(kept?.['shoppingCartItems']).not.toMatchObject([{ dataFields: { size: 'L' } }]);
  });

  it('tell which fields of their own are new (createNewFields)', async () => {
    const { params } = await take({ color: 'blue', size: 'L' }, true);
    expect(params).toMatchObject({
      createdFields: ['shoppingCartItems.dataFields.size'],
      filteredOutFields: [],
    });
  });

  it('are taken with all that every item has, in a project that knew none (CommerceItem)', async () => {
    const { call, inspect } = setup();
    const { answer } = await call(`POST /api/commerce/${operation}`, {
      user: { ...ada, createNewFields: false },
      items: [cap],
      total: 1,
      createNewFields: false,
    });
    expect(answer).toMatchObject({
      params: { createdFields: [], filteredOutFields: ['shoppingCartItems.dataFields.color'] },
    });
    expect(JSON.stringify([inspect.people, inspect.events()])).not.toContain('color');
  });
});

describe('a purchase', () => {
  it('is an event with its shoppingCartItems, and clears those of the profile (trackPurchase rules)', async () => {
    const { admin, inspect } = setup();
    await admin.commerce.updateCart({ user: ada, items: [mug] });

    await admin.commerce.trackPurchase({
      id: 'order-1',
      user: { ...ada, dataFields: { name: 'Ada' } },
      items: [mug, cap],
      total: 31,
      campaignId: 4,
      templateId: 5,
      createdAt: 1_700_000_000,
      dataFields: { coupon: 'SPRING' },
    });

    expect(inspect.events('purchase')).toMatchObject([
      {
        id: 'order-1',
        ...ada,
        createdAt: 1_700_000_000_000,
        fields: {
          shoppingCartItems: [mug, { ...cap, price: 9 }],
          total: 31,
          campaignId: 4,
          templateId: 5,
          coupon: 'SPRING',
        },
      },
    ]);
    expect(inspect.events('purchase')[0]?.fields).not.toHaveProperty('items');
    expect(inspect.person(ada)?.dataFields).toEqual({ name: 'Ada', shoppingCartItems: [] });
  });

  it('gets an id when it brings none, and the time of receipt (trackPurchase rules)', async () => {
    const { admin, emulator, inspect } = setup({ latency: heldLatency() });

    const first = await admin.commerce.trackPurchase({ user: ada, items: [mug], total: 12 });
    const second = await admin.commerce.trackPurchase({ user: ada, items: [mug], total: 12 });
    emulator.clock.advance(5_000);
    await settled(emulator);

    expect(first.params?.id).toMatch(/^[A-Za-z0-9-]+$/);
    expect(inspect.events('purchase').map(({ id }) => id)).toEqual([first.params?.id, second.params?.id]);
    expect(inspect.events('purchase').map(({ createdAt }) => createdAt)).toEqual([NOW, NOW]);
  });

  it('with an id that exists updates that purchase (decision 14)', async () => {
    const { admin, emulator, inspect } = setup();
    const purchase = { id: 'order-1', user: ada, items: [mug], total: 12 };
    await admin.commerce.trackPurchase(purchase);
    emulator.clock.advance(5_000);

    const { params } = await admin.commerce.trackPurchase({ ...purchase, total: 10 });

    expect(params?.id).toBe('order-1');
    expect(inspect.events('purchase')).toMatchObject([{ createdAt: NOW, fields: { total: 10 } }]);
  });

  it('takes an id of letters, digits and hyphens, of at most 512 bytes (Limits)', async () => {
    const { admin } = setup();
    const track = (id: string) => admin.commerce.trackPurchase({ id, user: ada, items: [mug], total: 1 });

    for (const id of ['a_b', 'é', '', 'a b', 'x'.repeat(513)]) {
      await expect(track(id)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('`id`') as string,
      });
    }
    await expect(track('x'.repeat(512))).resolves.toMatchObject({ code: 'Success' });
  });

  it('casts price and total to whole numbers unless the first of them had decimals (trackPurchase rules)', async () => {
    const whole = setup();
    await whole.admin.commerce.updateCart({ user: ada, items: [mug] });
    await whole.admin.commerce.trackPurchase({ user: ada, items: [{ ...mug, price: 12.9 }], total: 1 });
    await whole.admin.commerce.trackPurchase({ user: ada, items: [], total: 1.9 });
    const broken = setup();
    await broken.admin.commerce.trackPurchase({ user: ada, items: [cap], total: 9.5 });
    await broken.admin.commerce.trackPurchase({ user: ada, items: [{ ...cap, price: 7.25 }], total: 7.25 });

    expect(whole.inspect.events('purchase').map(({ fields }) => fields)).toMatchObject([
      { total: 1, shoppingCartItems: [{ price: 12 }] },
      { total: 1 },
    ]);
    expect(broken.inspect.events('purchase').map(({ fields }) => fields)).toMatchObject([
      { total: 9.5, shoppingCartItems: [{ price: 9.5 }] },
      { total: 7.25, shoppingCartItems: [{ price: 7.25 }] },
    ]);
  });

  it('tells which fields it created, and which it left out (createNewFields)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.commerce.trackPurchase({
      user: { ...ada, dataFields: { name: 'Ada' } },
      items: [mug],
      total: 1,
      dataFields: { coupon: 'SPRING' },
      createNewFields: false,
    });

    expect(answer.params).toMatchObject({ createdFields: ['name'], filteredOutFields: ['coupon'] });
    expect(inspect.events('purchase')[0]?.fields).not.toHaveProperty('coupon');
  });

  it('keeps its own total, whatever the fields say', async () => {
    const { admin, inspect } = setup();

    const purchase = { user: ada, items: [mug], total: 12 };
    await admin.commerce.trackPurchase(purchase);
    await admin.commerce.trackPurchase({ ...purchase, dataFields: { total: 'much', shoppingCartItems: 1 } });

    expect(inspect.events('purchase')[1]?.fields).toEqual({ total: 12, shoppingCartItems: [mug] });
  });

  it('changes nothing when a field is of the wrong type (Errors)', async () => {
    const { admin, inspect } = setup();
    await admin.commerce.trackPurchase({
      user: { userId: 'b' },
      items: [],
      total: 1,
      dataFields: { coupon: 'A' },
    });

    const purchase = admin.commerce.trackPurchase({
      user: ada,
      items: [],
      total: 1,
      dataFields: { coupon: 7 },
    });

    await expect(purchase).rejects.toMatchObject({ code: 'RequestFieldsTypesMismatched' });
    expect(inspect.people).toHaveLength(1);
    expect(inspect.events('purchase')).toHaveLength(1);
  });
});

describe.each([
  ['POST /api/commerce/updateCart', { items: [mug] }],
  ['POST /api/commerce/trackPurchase', { items: [mug], total: 12 }],
])('the user of %s', (route, body) => {
  it('may have both names when they are of one user (ApiUserUpdateRequest)', async () => {
    const { call, inspect } = setup();

    expect(
      (await call(route, { ...body, user: { ...ada, userId: 'a', createNewFields: true } })).status,
    ).toBe(200);
    expect(
      (await call(route, { ...body, user: { ...ada, userId: 'a', createNewFields: true } })).status,
    ).toBe(200);

    expect(inspect.people).toMatchObject([{ ...ada, userId: 'a' }]);
    expect(inspect.people[0]).not.toHaveProperty('createNewFields');
  });

  it('gets a name that was not known yet', async () => {
    const { admin, call, inspect } = setup();
    await admin.users.update(ada);

    await call(route, { ...body, user: { ...ada, userId: 'a' } });

    expect(inspect.person({ userId: 'a' })).toMatchObject(ada);
    expect(inspect.people).toHaveLength(1);
  });

  it('is refused with 409 when the names belong to different users (HTTP statuses)', async () => {
    const { admin, call, inspect } = setup();
    await admin.users.update(ada);
    await admin.users.update({ userId: 'bo' });
    await admin.users.updateEmail({ currentUserId: 'bo', newEmail: 'bo@example.com' });

    const conflicts = [
      { ...ada, userId: 'bo' },
      { email: 'other@example.com', userId: 'bo' },
      { email: 'bo@example.com', userId: 'other' },
    ];
    for (const user of conflicts) {
      const { status, answer } = await call(route, { ...body, user });
      expect([status, answer?.['code']]).toEqual([409, 'ExternalKeyConflict']);
    }
    expect(inspect.people).toHaveLength(2);
    expect(inspect.person(ada)?.dataFields).toEqual({});
  });

  it('must have a name', async () => {
    const { call } = setup();

    const { status, answer } = await call(route, { ...body, user: { dataFields: {} } });

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain('`user`');
  });
});
