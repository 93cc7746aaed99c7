import { describe, expect, it } from 'vitest';
import type { Attachable } from '../../src/host/attachable.js';
import type { OptionError } from '../../src/errors.js';
import { HOST, type Host } from '../../src/host/host.js';
import { startOnce } from '../../src/host/start-once.js';

/** A client, and how often what was started for it has begun and ended. */
function setup() {
  const seen = { begun: 0, ended: 0 };
  const stops: (() => void)[] = [];
  const said: string[] = [];
  const host = {
    features: new Map(),
    base: { isClosed: false },
    onClose: (stop) => void stops.push(stop),
    report: (error) => void said.push((error as OptionError).message),
  } as Partial<Host> as Host;
  const client = { [HOST]: host } as unknown as Attachable;
  const begin = () => {
    seen.begun += 1;
    return { number: seen.begun, close: () => void (seen.ended += 1) };
  };
  return {
    ...{ seen, said },
    start: (name = 'one', options = {}) => startOnce(client, name, options, begin),
    closeClient: () => stops.forEach((stop) => stop()),
  };
}

describe('what is started once', () => {
  it.each([null, undefined, 'web-key', {}])(
    'says where it would be started for %j, which is no client',
    (client) => {
      const start = () => startOnce(client as Attachable, 'one', {}, () => ({ close() {} }));
      expect(start).toThrow('`client` must be what `createClient` gives');
    },
  );

  it('is the same for all who start it, and stops with the last who closes it', () => {
    const { seen, start } = setup();
    const [first, second] = [start(), start()];

    expect(second.number).toBe(first.number);
    first.close();
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

    expect(start().number).toBe(next.number);
    expect(seen).toEqual({ begun: 2, ended: 1 });
  });

  it('keeps the options of the first, and says so to who asks for others', () => {
    const { said, start } = setup();
    start('one', { interval: 5, onAction: () => 1 });
    start('one', { interval: 5, onAction: () => 2 });
    start('one');
    expect(said).toEqual([]);

    start('one', { interval: 6 });

    expect(said).toEqual([expect.stringContaining('`one` runs with other options')]);
  });

  it('takes options that no JSON can hold, such as a source of news that refers to itself', () => {
    const { said, start } = setup();
    const news: Record<string, unknown> = {};
    news['self'] = news;
    start('one', { news });
    start('one', { news });
    expect(said).toEqual([]);

    start('one', { interval: 6 });

    expect(said).toEqual([expect.stringContaining('`one` runs with other options')]);
  });

  it('is one for each name', () => {
    const { start } = setup();
    expect(start('other').number).not.toBe(start().number);
  });

  it('stops with its client', () => {
    const { seen, start, closeClient } = setup();
    start();
    start();

    closeClient();

    expect(seen.ended).toBe(1);
  });
});
