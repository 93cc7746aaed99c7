import { expect, it } from 'vitest';
import { createMemo } from '../../src/lib/memo.js';

it('a memo is made once, and anew for another key', () => {
  let [key, made] = ['a', 0];
  const memo = createMemo(
    () => key,
    () => ++made,
  );

  expect([memo(), memo()]).toEqual([1, 1]);
  key = 'b';
  expect([memo(), memo()]).toEqual([2, 2]);
});
