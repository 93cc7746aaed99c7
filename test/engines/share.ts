import type { Engine } from './engine.js';

/** Whose share begins where. */
const SHARES: Engine['name'][] = ['chromium', 'firefox', 'webkit'];

/**
 * Every third of what takes long and hardly differs between engines, from another one on in each, so that the three
 * of them meet all; or all, where the environment variable `SHARES=all` says so.
 */
export function shareOf<Item>({ name }: Engine, items: readonly Item[]): Item[] {
  if (process.env['SHARES'] === 'all') return [...items];
  const first = SHARES.indexOf(name);
  return items.filter((_, index) => index % SHARES.length === first);
}
