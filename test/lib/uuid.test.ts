import { expect, it } from 'vitest';
import { uuid } from '../../src/lib/uuid.js';

it('makes identifiers of version 4, each its own', () => {
  const made = Array.from({ length: 1_000 }, uuid);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(1_000);
});
