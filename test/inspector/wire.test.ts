import { describe, expect, it, vi } from 'vitest';
import { createWire } from '../../src/inspector/wire.js';

/** A client that calls by a function of its own, and what looks at that. */
function setup() {
  const send = vi.fn<typeof fetch>(async () => new Response('sent'));
  const base = { fetch: send as typeof fetch | undefined };
  const wire = createWire(base);
  return { send, base, wire, call: async () => (await base.fetch?.('/tidings'))?.text() };
}

describe('what a client calls by', () => {
  it('is looked at before the client reads the answer, and answers as it would', async () => {
    const { wire, send, call } = setup();
    const heard: unknown[] = [];
    wire.watch(([address], answer) => {
      void answer.then(async (response) => heard.push(address, await response.clone().text()));
    });
    wire.watch(() => {
      throw new Error('This one cannot read it');
    });

    expect(await call()).toBe('sent');

    expect(send).toHaveBeenCalledWith('/tidings');
    await expect.poll(() => heard).toEqual(['/tidings', 'sent']);
  });

  it('is broken by the first fault, until that is gone', async () => {
    const { wire, send, call } = setup();
    const fault = async () => new Response('broken');
    wire.faults.add(fault);
    wire.faults.add(async () => new Response('otherwise'));

    expect(await call()).toBe('broken');
    wire.faults.delete(fault);
    expect(await call()).toBe('otherwise');
    wire.faults.clear();
    expect(await call()).toBe('sent');

    expect(send).toHaveBeenCalledOnce();
  });

  it('is taken hold of again where the page has put another in its place, and given back', async () => {
    const { base, wire, call } = setup();
    const other = async () => new Response('other');
    const heard = vi.fn();
    wire.watch(heard);
    base.fetch = other;

    wire.hold();
    wire.hold();
    expect(await call()).toBe('other');
    wire.close();
    expect(await call()).toBe('other');

    expect(heard).toHaveBeenCalledOnce();
    expect(base.fetch).toBe(other);
  });
});
