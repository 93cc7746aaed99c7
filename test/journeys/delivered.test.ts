// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { ada, calm, mug, offline, startVisits } from '../support/visits.js';

/** What has become of a promise. */
function watch(promise: Promise<unknown>) {
  const seen: { state: string; error?: unknown } = { state: 'open' };
  promise.then(
    () => (seen.state = 'kept'),
    (error: unknown) => Object.assign(seen, { state: 'broken', error }),
  );
  return seen;
}

describe('`delivered` of an event', () => {
  it('resolves once the service has it, after the call itself', async () => {
    const { line, service, visit, arrived } = startVisits();
    const client = visit();
    await client.identify(ada);
    line.fetch = offline;

    const call = client.track('a');
    const seen = watch(call.delivered);
    await call;
    await client.flush().catch(() => undefined);
    expect(seen.state).toBe('open');

    line.fetch = service.fetch;
    await client.flush();
    await calm();

    expect(seen.state).toBe('kept');
    expect(arrived()).toEqual(['a']);
  });

  it('can be taken from the call, and of a purchase too', async () => {
    const { visit } = startVisits();
    const client = visit();
    await client.identify(ada);

    const { delivered } = client.purchase({ items: [mug], total: 12 });
    await client.flush();

    await expect(delivered).resolves.toBeUndefined();
  });

  it('rejects once the service refuses the event, with its word and its answer', async () => {
    const { visit } = startVisits();
    await visit().identify(ada);
    const refuse = async () => Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 });

    const other = visit({ fetch: refuse });
    const { delivered } = other.track('a');
    await other.flush();

    await expect(delivered).rejects.toMatchObject({
      message: 'The event is not delivered: BadParams',
      cause: { name: 'ApiError', status: 400 },
    });
  });

  it.each([
    ['is unusable', 'must be a text', ''],
    ['is left out', 'left out', 'noise'],
  ])('rejects when the event %s', async (_, why, name) => {
    const client = startVisits().visit({ beforeRecord: () => null });

    const { delivered } = client.track(name);

    await expect(delivered).rejects.toThrow(why);
  });

  it('rejects when the visitor refuses, and when the client is closed', async () => {
    const { visit } = startVisits();
    const client = visit();
    const refused = client.track('a').delivered;
    await calm();
    await client.consent('denied');
    await expect(refused).rejects.toThrow('the visitor refuses');

    await client.consent('granted');
    const closed = client.track('b').delivered;
    await calm();
    client.close();
    await expect(closed).rejects.toThrow('the client is closed');
  });

  it('is the same promise each time it is read', async () => {
    const client = startVisits().visit();
    await client.identify(ada);

    const call = client.track('a');
    expect(call.delivered).toBe(call.delivered);
    await client.flush();

    await expect(call.delivered).resolves.toBeUndefined();
  });

  it('is told of each of two calls of one task that name the same id', async () => {
    const client = startVisits().visit();
    await client.identify(ada);

    const both = [
      client.track('a', {}, { id: 'own' }).delivered,
      client.track('a', {}, { id: 'own' }).delivered,
    ];
    await client.flush();

    await expect(Promise.all(both)).resolves.toEqual([undefined, undefined]);
  });

  it('rejects when the client is closed in the same task', async () => {
    const client = startVisits().visit();
    await client.identify(ada);

    const { delivered } = client.track('a');
    client.close();

    await expect(delivered).rejects.toThrow('the client is closed');
  });

  it('that nobody takes is no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const client = startVisits().visit({ beforeRecord: () => null });

    void client.track('a').delivered;
    void client.track('').delivered;
    await calm();

    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});
