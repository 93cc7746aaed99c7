import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NOON, startService } from '../support/service.js';

const route = 'POST /api/events/track';
const body = { email: 'ada@example.com', eventName: 'viewed' };

function setup() {
  const service = startService();
  const track = () => service.call(route, { body });
  return { ...service, track, recorded: () => service.emulator.inspect.events('customEvent').length };
}

describe('faults', () => {
  it('answer a status in place of the service, with the `Retry-After` asked for', async () => {
    const { emulator, recorded, track } = setup();
    emulator.faults.add({ kind: 'status', status: 503, retryAfter: 7 });

    const answer = await track();

    expect(answer).toMatchObject({ status: 503, body: { code: 'GenericError' } });
    expect(answer.headers.get('Retry-After')).toBe('7');
    expect(recorded()).toBe(0);
  });

  it('answer 429 with its code, and no `Retry-After` unless asked for', async () => {
    const { emulator, track } = setup();
    emulator.faults.add({ kind: 'status', status: 429 });
    const answer = await track();
    expect(answer).toMatchObject({ status: 429, body: { code: 'RateLimitExceeded' } });
    expect(answer.headers.has('Retry-After')).toBe(false);
  });

  it.each([204, 205, 304])('answer %d, which has no body', async (status) => {
    const { emulator, track } = setup();
    emulator.faults.add({ kind: 'status', status });
    expect(await track()).toMatchObject({ status, body: '' });
  });

  it('drop the connection before the service acts', async () => {
    const { emulator, recorded, track } = setup();
    emulator.faults.add({ kind: 'drop' });

    await expect(track()).rejects.toThrow(TypeError);

    expect(recorded()).toBe(0);
    expect(emulator.inspect.requests).toMatchObject([{ route, fault: 'drop', body }]);
    expect(emulator.inspect.requests[0]).not.toHaveProperty('status');
  });

  it('lose the answer after the service acted', async () => {
    const { emulator, recorded, track } = setup();
    emulator.faults.add({ kind: 'lose' });

    await expect(track()).rejects.toThrow(TypeError);

    expect(recorded()).toBe(1);
  });

  it('delay the service', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { emulator, recorded, track } = setup();
    emulator.faults.add({ kind: 'delay', delay: 30_000 });

    const answer = track();
    while (!vi.getTimerCount()) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(29_999);
    expect([recorded(), vi.getTimerCount()]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1);

    expect(await answer).toMatchObject({ status: 200 });
    expect(recorded()).toBe(1);
  });

  it('spoil the answer after the service acted: half of a JSON text, or a page', async () => {
    const { emulator, recorded, track } = setup();
    emulator.faults.add({ kind: 'malformed' });
    emulator.faults.add({ kind: 'html' });

    const malformed = await track();
    const html = await track();

    expect(malformed.headers.get('Content-Type')).toMatch('application/json');
    expect(malformed.body).toBe('{"msg": "half of an ');
    expect(html.headers.get('Content-Type')).toMatch('text/html');
    expect(html.body).toMatch('<!doctype html>');
    expect(recorded()).toBe(2);
  });

  it('break the connection in the middle of the body', async () => {
    const { call, emulator, recorded } = setup();
    emulator.faults.add({ kind: 'half' });
    await expect(call(route, { body })).rejects.toThrow('broke');
    expect(recorded()).toBe(1);
  });

  it('befall a route, so many times, in the order they were added', async () => {
    const { call, emulator, track } = setup();
    emulator.faults.add({ route, kind: 'status', status: 500, times: 2 });
    emulator.faults.add({ kind: 'status', status: 418 });

    const statuses = [
      (await track()).status,
      (await call('GET /api/catalogs')).status,
      (await track()).status,
      (await track()).status,
    ];

    expect(statuses).toEqual([500, 418, 500, 200]);
  });

  it('can be seen and cleared while they wait', async () => {
    const { emulator, track } = setup();
    emulator.faults.add({ route, kind: 'drop', times: 3 });
    expect(emulator.faults.waiting()).toEqual([{ route, kind: 'drop', times: 3 }]);
    emulator.faults.clear();
    expect(await track()).toMatchObject({ status: 200 });
  });

  it.each([
    ['kind', { kind: 'fire' }],
    ['times', { kind: 'drop', times: 0 }],
    ['times', { kind: 'drop', times: 1.5 }],
    ['times', { kind: 'drop', times: NaN }],
    ['status', { kind: 'status' }],
    ['status', { kind: 'status', status: 600 }],
    ['delay', { kind: 'delay' }],
  ])('must have a right `%s`: %j', (name, fault) => {
    const { emulator } = setup();
    // @ts-expect-error A caller in JavaScript.
    expect(() => emulator.faults.add(fault)).toThrow(`\`${name}\``);
  });
});

describe('the attempts', () => {
  it('keeps every attempt with its time, key, body and answer, also those refused', async () => {
    const { call, emulator } = setup();
    await call(route, { body });
    emulator.clock.advance(1_000);
    await call(`${route}?a=b`, { key: 'none', body: '{"broken' });

    expect(emulator.inspect.requests).toEqual([
      {
        id: 1,
        at: NOON,
        route,
        method: 'POST',
        url: '/api/events/track',
        apiKey: emulator.keys.server,
        body,
        status: 200,
        answer: expect.objectContaining({ code: 'Success' }) as object,
        events: [expect.objectContaining({ type: 'customEvent' }) as object],
      },
      {
        id: 2,
        at: NOON + 1_000,
        route,
        method: 'POST',
        url: '/api/events/track?a=b',
        body: '{"broken',
        status: 401,
        answer: expect.objectContaining({ code: 'BadApiKey' }) as object,
      },
    ]);
  });

  it('makes room by the oldest, in number and in length', async () => {
    const { createAttempts } = await import('../../../src/emulator/answering/attempts.js');
    const attempts = createAttempts();
    const attempt = (url: string) => ({ id: attempts.nextId(), at: 0, route, method: 'POST', url });
    for (let number = 0; number <= 10_000; number += 1) attempts.add(attempt(String(number)), 10);
    expect(attempts.all).toHaveLength(9_001);
    expect(attempts.all.at(-1)).toMatchObject({ url: '10000' });

    attempts.add(attempt('large'), 60_000_000);
    expect(attempts.all).toMatchObject([{ url: 'large' }]);
    attempts.clear();
    expect(attempts.all).toEqual([]);
  });

  it('keeps the start of an answer that is long', async () => {
    const { admin, call, emulator } = setup();
    await admin.users.update({ email: body.email, dataFields: { long: 'x'.repeat(200_000) } });
    const { body: answer } = await call('GET /api/export/data.csv?dataTypeName=user&range=All');

    expect(String(answer).length).toBeGreaterThan(200_000);
    expect(String(emulator.inspect.requests.at(-1)?.answer).length).toBeLessThan(70_000);
  });
});
