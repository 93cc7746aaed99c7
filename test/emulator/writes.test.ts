import { describe, expect, it } from 'vitest';
import { createWrites } from '../../src/emulator/writes.js';

describe('writes', () => {
  it('are applied at once without latency, and after it with one', async () => {
    const applied: string[] = [];
    createWrites(0).later(() => applied.push('at once'));
    const { later, settle } = createWrites(5);
    later(() => applied.push('later'));
    expect(applied).toEqual(['at once']);

    await settle();

    expect(applied).toEqual(['at once', 'later']);
  });

  it('that fail are told of once, by the next settle', async () => {
    const { later, settle } = createWrites(1);
    later(() => {
      throw new Error('of the emulator');
    });
    await expect(settle()).rejects.toThrow('of the emulator');
    await settle();
  });

  it('are waited for with what they start', async () => {
    const { pending, settle } = createWrites(0);
    let isDone = false;
    const second = () => new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => (isDone = true));
    pending(Promise.resolve().then(() => pending(second())));
    await settle();
    expect(isDone).toBe(true);
  });
});
