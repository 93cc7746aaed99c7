import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { setup } from '../support/control.js';

describe('a fault', () => {
  it('answers any code, body and header', async () => {
    const { emulator, track } = setup();
    emulator.faults.add(
      { kind: 'status', status: 400, code: 'ForgottenUserError' },
      { kind: 'status', status: 403, body: { error: 'blocked' }, headers: { 'X-Waf': 'yes' } },
      { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' },
    );

    const [first, second, third] = [await track('a'), await track('a'), await track('a')];

    expect(first).toMatchObject({ status: 400, body: { code: 'ForgottenUserError' } });
    expect(second).toMatchObject({ status: 403, body: { error: 'blocked' } });
    expect(second.headers.get('X-Waf')).toBe('yes');
    expect(third).toMatchObject({ status: 502, text: '<h1>Bad gateway</h1>' });
    expect((await track('a')).status).toBe(200);
  });

  it('befalls the calls of one user alone, in a batch too', async () => {
    const { emulator, ask, track } = setup();
    emulator.faults.add({ kind: 'status', status: 503, user: { email: 'ada@example.com' }, times: 2 });
    const headers = { 'Api-Key': emulator.keys.server };
    const batch = { events: [{ email: 'Ada@Example.com', eventName: 'a' }] };

    const others = await track('a', 'ben@example.com');
    const alone = await track('a', 'ada@example.com');
    const inBatch = await ask('/api/events/trackBulk', { body: batch, headers });

    expect([others.status, alone.status, inBatch.status]).toEqual([200, 503, 503]);
  });

  it('befalls the calls of one user, by whichever of their names', async () => {
    const { emulator, track } = setup();
    emulator.seed({ people: [{ email: 'ada@example.com', userId: 'ada-1' }] });
    emulator.faults.add({ kind: 'status', status: 503, user: { userId: 'ada-1' } });
    expect((await track('a')).status).toBe(503);
  });

  it('is refused for what the service does not have, or what cannot be sent', () => {
    const { faults } = createEmulator();
    const misspelt = { kind: 'drop', route: 'POST /api/event/track' } as const;
    expect(() => faults.add(misspelt)).toThrow('The service has no `POST /api/event/track`');
    const headers = { 'bad header': 'x' };
    expect(() => faults.add({ kind: 'status', status: 500, headers })).toThrow(
      "A fault's `headers` cannot be sent",
    );
    expect(faults.waiting()).toEqual([]);
  });

  it('befalls a share of the calls, the same of them for the same seed', async () => {
    const statuses = async (seed: number) => {
      const { emulator, track } = setup({ seed });
      emulator.faults.add({ kind: 'status', status: 503, share: 0.5 });
      const answers: number[] = [];
      for (let count = 0; count < 40; count += 1) answers.push((await track('a')).status);
      return answers;
    };

    const answers = await statuses(7);

    expect(new Set(answers)).toEqual(new Set([200, 503]));
    expect(await statuses(7)).toEqual(answers);
  });

  it('lets calls go well before it befalls some in a row', async () => {
    const { emulator, track } = setup();
    emulator.faults.add({ kind: 'status', status: 503, after: 2, times: 2 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await track('a')).status);
    expect(statuses).toEqual([200, 200, 503, 503, 200]);
  });

  it('comes over HTTP in a row too', async () => {
    const { ask, track } = setup();
    const asked = await ask('/_emulator/faults', {
      body: [
        { kind: 'status', status: 429, code: 'RateLimitExceeded', retryAfter: 1 },
        { kind: 'status', status: 500, body: 'no' },
      ],
    });

    expect(asked.body.faults).toHaveLength(2);
    expect([(await track('a')).status, (await track('a')).text]).toEqual([429, 'no']);
  });

  it.each([
    [{ share: 2 }, 'share'],
    [{ after: -1 }, 'after'],
    [{ user: {} as never }, 'user'],
  ])('refuses %j', (wrong, named) => {
    const { faults } = createEmulator();
    expect(() => faults.add({ kind: 'drop', ...wrong })).toThrow(named);
    expect(faults.waiting()).toEqual([]);
  });
});

describe('a handler of the test', () => {
  it('stands in for a route, may ask the service itself, and is taken away again', async () => {
    const { emulator, track } = setup();
    const seen: unknown[] = [];
    const stop = emulator.handle('POST /api/events/track', async (request, answer) => {
      seen.push(await request.json());
      const own = await answer();
      return Response.json({ ...((await own.json()) as object), extra: true }, { status: own.status });
    });

    const first = await track('a');
    stop();
    const second = await track('b');

    expect(first).toMatchObject({ status: 200, body: { code: 'Success', extra: true } });
    expect(second.body).not.toHaveProperty('extra');
    expect(seen).toEqual([{ email: 'ada@example.com', eventName: 'a' }]);
    expect(emulator.inspect.events('customEvent')).toHaveLength(2);
    expect(emulator.inspect.requests).toHaveLength(2);
  });

  it('answers alone, the later of two, and what it throws is what the caller meets', async () => {
    const { emulator, track } = setup();
    emulator.handle('POST /api/events/track', () => Response.json({ code: 'Mine' }));
    const stop = emulator.handle('POST /api/events/track', () => {
      throw new TypeError('no network');
    });

    await expect(track('a')).rejects.toThrow('no network');
    stop();

    expect((await track('a')).body).toEqual({ code: 'Mine' });
    expect(emulator.inspect.events()).toEqual([]);
  });

  it('cannot stand in for what the service does not have', () => {
    expect(() => createEmulator().handle('POST /api/nothing', () => new Response())).toThrow(TypeError);
  });

  it.each([undefined, null, 'done', { status: 200 }])(
    'says what it must give, in place of %o',
    async (given) => {
      const emulator = createEmulator();
      emulator.handle('GET /api/lists', () => given as never);

      await expect(emulator.fetch('http://emulator/api/lists')).rejects.toThrow(
        'The handler of `GET /api/lists` must return a `Response`, or a promise of one',
      );
      expect(() => emulator.handle('GET /api/lists', given as never)).toThrow('needs a function');
    },
  );
});
