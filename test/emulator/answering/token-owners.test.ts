import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/admin/operations/operations.js';
import { createEmulator } from '../../../src/emulator/app.js';
import type { UserRef } from '../../../src/api/models/user.js';
import { contractOperations } from '../../support/operations.js';
import { routesOf } from '../../support/routes.js';
import { peopleCases } from '../support/whole/people-cases.js';
import { sendingCases } from '../support/whole/sending-cases.js';
import { ada, bob, buildWorld, connections, NOON } from '../support/whole/world.js';

const contents = buildWorld();
const cases = { ...peopleCases, ...sendingCases };
const keysOf = new Map(contractOperations.map(({ route, keys }) => [route, keys]));

/** The operations that a page may call for its user, by a key that can be token-enabled. */
const ofPages = routesOf(operations)
  .map(([name, route]) => ({ name, route }))
  .filter(({ route }) => keysOf.get(route)?.some((type) => type === 'web' || type === 'mobile'));

/** The world, where every key asks for a token and every call carries that of a user. */
async function setup(user: UserRef) {
  const { saved, ids } = await contents;
  const emulator = createEmulator({ now: () => NOON, tokenKeys: ['server', 'mobile', 'web'] });
  emulator.load(saved);
  const token = await emulator.signToken(user);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    request.headers.set('Authorization', `Bearer ${token}`);
    return emulator.fetch(request);
  };
  return { emulator, fetch, world: { emulator, ids, ...connections(emulator, 'http://emulator', fetch) } };
}

describe('the token of a call', () => {
  it.each(ofPages)('of $route must be its user’s (decision 3)', async ({ name, route }) => {
    const own = await setup({ email: ada });
    await cases[name]?.works(own.world);
    expect(own.emulator.inspect.requests.at(-1)).toMatchObject({ route, tokenUser: { email: ada } });

    const others = await setup({ email: bob });
    const before = others.emulator.save();

    await expect(cases[name]?.works(others.world)).rejects.toMatchObject({
      route,
      code: 'JwtUserIdentifiersMismatched',
    });

    expect(others.emulator.save()).toBe(before);
  });

  it.each([
    { email: bob, userId: 'u1' },
    { email: ada, userId: 'u1' },
  ])('does not let its user act as another by a second name: %j', async (user) => {
    const { emulator, fetch } = await setup({ userId: 'u1' });
    const purchase = await fetch('http://emulator/api/commerce/trackPurchase', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.web },
      body: JSON.stringify({ user, items: [], total: 1 }),
    });
    expect([400, 409]).toContain(purchase.status);
    expect(emulator.inspect.person({ email: user.email })?.userId).toBeUndefined();
    expect(emulator.inspect.events('purchase')).toEqual([]);
  });
});
