import { describe, expect, it } from 'vitest';
import type { Attachable } from '../../src/host/attachable.js';
import { HOST, type Host } from '../../src/host/host.js';
import { startOnce } from '../../src/host/start-once.js';

/** A client, and how often what was started for it has begun and ended. */
function setup() {
  const seen = { begun: 0, ended: 0 };
  const stops: (() => void)[] = [];
  const host = { onClose: (stop) => void stops.push(stop) } as Partial<Host> as Host;
  const client = { [HOST]: host } as unknown as Attachable;
  const begin = () => {
    seen.begun += 1;
    return { close: () => void (seen.ended += 1) };
  };
  return {
    seen,
    start: (name = 'one') => startOnce(client, name, begin),
    closeClient: () => stops.forEach((stop) => stop()),
  };
}

describe('what is started once', () => {
  it('is the same for all who start it, and stops with the last who closes it', () => {
    const { seen, start } = setup();
    const [first, second] = [start(), start()];

    expect(second).toBe(first);
    first.close();
    expect(seen).toEqual({ begun: 1, ended: 0 });
    second.close();
    expect(seen).toEqual({ begun: 1, ended: 1 });
  });

  it('begins anew once it has stopped, and is not stopped by who closes it late', () => {
    const { seen, start } = setup();
    const first = start();
    first.close();
    const next = start();

    first.close();

    expect(start()).toBe(next);
    expect(seen.begun).toBe(2);
  });

  it('is one for each name', () => {
    const { start } = setup();
    expect(start('other')).not.toBe(start());
  });

  it('stops with its client', () => {
    const { seen, start, closeClient } = setup();
    start();
    start();

    closeClient();

    expect(seen.ended).toBe(1);
  });
});
