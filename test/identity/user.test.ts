import { describe, expect, it } from 'vitest';
import { checkedUser } from '../../src/identity/user.js';

describe('a user', () => {
  it.each([{ email: 'ada@example.com' }, { userId: '7' }])('is %j', (user) => {
    expect(checkedUser({ ...user, more: 1 } as never)).toEqual(user);
  });

  it.each([
    {},
    undefined,
    'ada@example.com',
    { email: 'ada' },
    { email: '' },
    { email: 7 },
    { userId: ' ' },
    { userId: 7 },
    { email: 'ada@example.com', userId: '7' },
  ])('is not %j', (user) => {
    expect(() => checkedUser(user as never)).toThrow('A user must be');
  });
});
