import { expect } from 'vitest';
import type { AdminOptions, BulkProgress, UserUpdateInBatch } from '../../../src/admin/index.js';
import { emulated } from './emulated.js';

/** An emulator, and an admin of it that waits for nothing it need not. */
export function setup(options: Partial<AdminOptions> = {}) {
  const { emulator, admin, fail } = emulated({ pace: false, ...options });
  const calls = () => emulator.inspect.requests;
  const sizes = () => calls().map(({ body }) => (body as { users: unknown[] }).users.length);
  const emails = () => emulator.inspect.people.map(({ email }) => email ?? '');
  return { emulator, admin, fail, calls, sizes, emails };
}

/** A user by number, to be written. */
export const user = (index: number, plan = 'pro'): UserUpdateInBatch => ({
  email: `user-${index}@example.com`,
  dataFields: { plan, index },
});
/** So many of them. */
export const users = (count: number) => Array.from({ length: count }, (_, index) => user(index));

/** What every report must add up to. */
export function expectWhole({ read, sent, failed, skipped }: BulkProgress) {
  expect(sent + failed + skipped).toBe(read);
}
