import { describe, expect, it, vi } from 'vitest';
import { later } from '../../src/lib/later.js';

describe('what is loaded later', () => {
  it('is loaded when it is asked for, and shared', async () => {
    const load = vi.fn(() => Promise.resolve(7));
    const get = later(load);
    expect(load).not.toHaveBeenCalled();

    expect(await Promise.all([get(), get()])).toEqual([7, 7]);
    expect(await get()).toBe(7);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is loaded anew after that failed', async () => {
    const load = vi.fn(() => Promise.resolve(7)).mockRejectedValueOnce(new Error('Offline'));
    const get = later(load);

    await expect(get()).rejects.toThrow('Offline');

    expect(await get()).toBe(7);
  });

  it('says where a bundler is told to look, where there is no such file', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');

    const failure = later(() => Promise.reject(cause))();

    await expect(failure).rejects.toMatchObject({ name: 'NetworkError', cause });
    await expect(failure).rejects.toThrow('`publicPath`');
  });
});
