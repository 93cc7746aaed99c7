import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';

const user = { email: 'ada@example.com' };

/** An emulator, and ways to call it that give status and body. */
function setup() {
  const { fetch, inspect } = createEmulator();
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://emulator${path}`, { headers: { 'Api-Key': 'any' }, ...init });
    return { status: response.status, body: (await response.json()) as { code?: string; msg?: string } };
  };
  const post = (path: string, body: unknown) =>
    call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
  return { fetch, inspect, call, post };
}

describe('events/track', () => {
  it('takes an event', async () => {
    const { post, inspect } = setup();
    const event = { ...user, eventName: 'seen', dataFields: { sku: 'A1' }, createdAt: 7 };

    expect(await post('/api/events/track', event)).toMatchObject({ status: 200, body: { code: 'Success' } });

    expect(inspect.events).toEqual([event]);
  });

  it('updates an event whose id it knows (decision 14)', async () => {
    const { post, inspect } = setup();
    await post('/api/events/track', { ...user, id: '1', eventName: 'seen', dataFields: { sku: 'A1' } });
    await post('/api/events/track', { ...user, id: '1', eventName: 'seen', dataFields: { sku: 'B2' } });
    expect(inspect.events).toMatchObject([{ id: '1', dataFields: { sku: 'B2' } }]);
  });

  it.each([
    ['no name', user, 'BadParams', 'eventName'],
    ['a name that is no text', { ...user, eventName: 7 }, 'BadParams', 'eventName'],
    ['no user', { eventName: 'seen' }, 'BadParams', '`email` or `userId`'],
    ['two identities', { ...user, userId: '7', eventName: 'seen' }, 'BadParams', '`email` or `userId`'],
    ['an email that is none', { email: 'ada', eventName: 'seen' }, 'InvalidEmailAddressError', 'email'],
    ['broken JSON', '{', 'BadJsonBody', 'JSON'],
  ])('refuses %s', async (_, body, code, named) => {
    const { post, inspect } = setup();

    const answer = await post('/api/events/track', body);

    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(answer.body.msg).toContain(named);
    expect(inspect.events).toEqual([]);
  });
});

describe('users/update', () => {
  it('merges fields into the profile at the top level (decision 29)', async () => {
    const { post, inspect } = setup();
    await post('/api/users/update', {
      ...user,
      dataFields: { plan: 'free', address: { city: 'Turin', zip: 1 } },
    });
    await post('/api/users/update', { ...user, dataFields: { address: { city: 'Oslo' } } });
    expect([...inspect.profiles.values()]).toEqual([
      { ...user, dataFields: { plan: 'free', address: { city: 'Oslo' } } },
    ]);
  });
});

describe('message reads', () => {
  it.each([
    ['/api/inApp/web/getMessages?email=ada@example.com&count=5', { inAppMessages: [] }],
    ['/api/embedded-messaging/messages?userId=7', { placements: [] }],
  ])('%s finds none', async (path, body) => {
    expect(await setup().call(path)).toEqual({ status: 200, body });
  });

  it('need to know for whom', async () => {
    expect(await setup().call('/api/inApp/web/getMessages?count=5')).toMatchObject({ status: 400 });
  });
});

describe('the emulator', () => {
  it('refuses a call without a key', async () => {
    const answer = await setup().call('/api/events/track', { method: 'POST', headers: {} });
    expect(answer).toMatchObject({ status: 401, body: { code: 'BadApiKey' } });
  });

  it('says what it does not have', async () => {
    const answer = await setup().call('/api/campaigns');
    expect(answer).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(answer.body.msg).toContain('GET /api/campaigns');
  });

  it('lets pages of other origins call it', async () => {
    const headers = { Origin: 'https://shop.example.com', 'Access-Control-Request-Method': 'POST' };
    const response = await setup().fetch('http://emulator/api/events/track', { method: 'OPTIONS', headers });
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Api-Key');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});
