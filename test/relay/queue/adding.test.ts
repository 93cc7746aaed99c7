import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createAdding } from '../../../src/relay/queue/adding.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const batch = (text: string) => [{ partition: 0, id: '', count: 1, text }];

describe('what is added while Redis says nothing', () => {
  it('is given up with whoever told it, so that no memory is filled with it', async () => {
    const adding = createAdding({ keep: () => new Promise<never>(() => {}), onKept: async () => {} });
    async function addInVain(text: string) {
      const batches = batch(text);
      // Not by `expect`, which holds what it was given.
      const isKept = await adding.add(batches, 1).then(
        () => true,
        () => false,
      );
      return { isKept, ref: new WeakRef(batches) };
    }

    const [, ...behind] = [await addInVain('first'), await addInVain('second'), await addInVain('third')];
    // What was looked at in this turn is held until the next.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();

    expect(behind.map(({ isKept, ref }) => [isKept, !!ref.deref()])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('is kept once Redis answers, as far as somebody waits for it', async () => {
    const kept: string[][] = [];
    let answer = () => {};
    const adding = createAdding({
      keep: async (batches) => {
        kept.push(batches.map(({ text }) => text));
        await new Promise<void>((resolve) => (answer = resolve));
      },
      onKept: async () => {},
    });
    const first = adding.add(batch('first'), 60_000);
    await expect.poll(() => kept).toHaveLength(1);
    await expect(adding.add(batch('given up'), 1)).rejects.toThrow('Redis did not answer');
    const last = [adding.add(batch('last'), 60_000), adding.add(batch('with it'), 60_000)];

    answer();
    await first;
    await expect.poll(() => kept).toHaveLength(2);
    answer();

    await Promise.all(last);
    expect(kept).toEqual([['first'], ['last', 'with it']]);
  });
});
