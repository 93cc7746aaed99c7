import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRelay } from '../../src/relay/index.js';
import { ada, bob, emulated, event, lineOf, outcomesIn, relayOptions, site } from './support/site.js';

const delivered = { is: 'delivered' };
/** More levels than the service takes. */
const nested = (levels: number): object => (levels ? { a: nested(levels - 1) } : {});

describe('what goes along with a bad line', () => {
  it('is taken, where that holds what JSON would lose', async () => {
    const { visitor } = await site();
    const bad = '["/api/events/track",{"email":"ada@example.com","eventName":"e","dataFields":{"n":1e999}}]';

    const outcomes = await outcomesIn(
      await visitor(ada).post([lineOf(event()), bad, lineOf(event())].join('\n')),
    );

    expect(outcomes).toEqual([
      delivered,
      expect.objectContaining({ is: 'refused', code: 'BadParams' }),
      delivered,
    ]);
  });

  it('is taken or told again, however many there are before it', async () => {
    const { emulator, visitor } = await site();
    const bad = Array.from({ length: 30 }, () => event(ada, 'deep', { dataFields: nested(200) }));
    const good = [event(bob, 'good'), event(bob, 'good')];
    await visitor(ada).tell(...bad, event());

    const [one, other] = await Promise.all([visitor(ada).tell(...bad), visitor(bob).tell(...good)]);

    expect(one.some(({ is }) => is === 'delivered')).toBe(false);
    for (const outcome of other) expect(['delivered', 'again']).toContain(outcome.is);
    expect(emulator.inspect.events('customEvent').filter(({ email }) => email === ada.email)).toHaveLength(1);
  });

  it.each([400, 405, 413, 418, 451])(
    'is told again, where a proxy answers %i with a page of its own',
    async (status) => {
      const answer = async () =>
        new Response('<h1>No</h1>', { status, headers: { 'Content-Type': 'text/html' } });
      const { visitor } = await site({ fetch: answer });

      const outcomes = await visitor(ada).tell(event(), event(), [
        'POST /api/users/update',
        { ...ada, dataFields: {} },
      ]);

      expect(outcomes.map(({ is }) => is)).toEqual(['again', 'again', 'again']);
    },
  );
});

describe('what a proxy takes in place of the service', () => {
  it('is told again, of whatever kind', async () => {
    const answers = ['', '{}', 'null', '"ok"', '[]'];
    let calls = 0;
    const { visitor } = await site({ fetch: async () => new Response(answers[calls++ % answers.length]) });

    const outcomes = await visitor(ada).tell(
      event(),
      ['POST /api/users/update', { ...ada, dataFields: {} }],
      ['POST /api/commerce/updateCart', { user: ada, items: [] }],
      ['POST /api/events/trackInAppOpen', { ...ada, messageId: 'm' }],
      ['POST /api/users/updateEmail', { currentEmail: ada.email, newEmail: 'new@example.com' }],
    );

    expect(outcomes.map(({ is }) => is)).toEqual(Array.from({ length: 5 }, () => 'again'));
  });
});

describe('a site or a service in trouble', () => {
  it('is left alone as long as it asks, also where it is down', async () => {
    const { emulator, visitor } = await site();
    emulator.faults.add({ kind: 'status', status: 503, retryAfter: 20, times: 1 });

    const [first] = await visitor(ada).tell(event());
    const [second] = await visitor(bob).tell(event(bob));

    expect([first, second]).toEqual([
      expect.objectContaining({ is: 'again', after: 20 }),
      expect.objectContaining({ is: 'again', after: 20 }),
    ]);
    expect(emulator.inspect.requests).toHaveLength(1);
  });

  it('is not waited for where nobody says who is logged in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const errors: unknown[] = [];
    const relay = createRelay({
      ...relayOptions(await emulated()),
      onError: (error) => errors.push(error),
      user: () => new Promise<never>(() => {}),
    });
    const body = lineOf(event());
    const headers = { 'Sec-Fetch-Site': 'same-origin' };

    const answer = relay(new Request('http://site.example/tidings', { method: 'POST', headers, body }));
    await vi.advanceTimersByTimeAsync(8_000);

    expect((await answer).status).toBe(503);
    expect(errors.map(String)).toEqual([
      'Error: `user` did not say within 7500 milliseconds who is logged in',
    ]);
  });
});
