import { expect } from 'vitest';
import type { Emulator } from '../../../../src/emulator/app.js';
import type { ListRow } from '../../../../src/emulator/state/subscribable.js';

/** The members of a list are there once each, and all of them are known. */
export function checkMembers({ inspect }: Emulator): void {
  const people = new Set(inspect.people.map(({ id }) => id));
  for (const { members } of inspect.rows('lists') as ListRow[]) {
    expect(new Set(members).size).toBe(members.length);
    expect(members.filter((id) => !people.has(id))).toEqual([]);
  }
}

/** No two rows share an id. */
export function checkIds({ inspect }: Emulator): void {
  for (const table of ['campaigns', 'exportJobs', 'lists', 'people', 'snippets', 'templates']) {
    const ids = (inspect.rows(table) as { id: number }[]).map(({ id }) => id);
    expect({ table, count: new Set(ids).size }).toEqual({ table, count: ids.length });
  }
  const messages = (inspect.rows('messages') as { messageId: string }[]).map((row) => row.messageId);
  expect(new Set(messages).size).toBe(messages.length);
}
