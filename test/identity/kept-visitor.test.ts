import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/browser/store.js';
import { visitorIn } from '../../src/identity/kept-visitor.js';
import type { Consent } from '../../src/identity/visitor.js';

const ada = { email: 'ada@example.com' };
const visitor = { user: ada, at: 1 };
const said = (consent: Consent) => ({ consent, at: 1 });

describe('a visitor as their device keeps them', () => {
  it.each<[what: string, kept: Record<string, unknown>, initial: Consent, agrees: boolean]>([
    ['has said yes', { use: 1, consent: said('granted') }, 'pending', true],
    ['has said no', { use: 1, consent: said('denied') }, 'granted', false],
    ['is being asked', { use: 1, consent: said('pending') }, 'granted', false],
    ['was not asked, where a page was let keep something', { use: 1 }, 'granted', true],
    ['was not asked, where they have to be', { use: 1 }, 'pending', false],
    ['was not asked, where no page was let keep anything', {}, 'granted', false],
  ])('agrees as they have said: %s', async (_, kept, initial, agrees) => {
    const store = memoryStore<unknown>();

    const found = await store((table) => {
      for (const [key, value] of Object.entries({ visitor, ...kept })) table.put(key, value);
      return visitorIn(table, initial);
    });

    expect(found).toMatchObject({ agrees, word: { user: ada } });
  });
});
