import { it } from 'vitest';
import type { Engine } from './engine.js';

/** Whether every engine meets all, and not only its share: where the environment variable `SHARES=all` says so. */
export const isAllMet = () => process.env['SHARES'] === 'all';

/** Whose share begins where. */
const SHARES: Engine['name'][] = ['chromium', 'firefox', 'webkit'];

/**
 * Every third of what takes long and hardly differs between engines, from another one on in each, so that the three
 * of them meet all; or all, where {@link isAllMet}.
 */
export function shareOf<Item>({ name }: Engine, items: readonly Item[]): Item[] {
  if (isAllMet()) return [...items];
  const first = SHARES.indexOf(name);
  return items.filter((_, index) => index % SHARES.length === first);
}

/** Declares a test as `it` does. */
type Declare = ((title: string, test: () => Promise<void> | void) => void) & Pick<typeof it, 'each'>;

/**
 * An `it` that gives each test to one engine in turn, for a suite about what every engine does alike: our own pages and
 * tools, not what visitors' browsers may do differently with the SDK. Where {@link isAllMet}, each meets all.
 */
export function itInTurn(engine: Engine): Declare {
  let turn = 0;
  const isMine = () => isAllMet() || turn++ % SHARES.length === SHARES.indexOf(engine.name);
  const declare = (title: string, test: () => Promise<void> | void) => {
    if (isMine()) it(title, test);
  };
  const each = ((rows: readonly unknown[]) => it.each(rows.filter(isMine))) as typeof it.each;
  return Object.assign(declare, { each });
}
