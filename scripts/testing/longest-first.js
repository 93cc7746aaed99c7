import { BaseSequencer } from 'vitest/node';

/** Files that take longest, though they are short themselves. */
const LONG = ['attacks', 'demo', 'ledger', 'chaos', 'identity', 'console', 'page-ends', 'in-app/positions'];

/** Begins with what takes longest: begun last, one worker would wait for the other. A fresh clone cannot know. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const isShort = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      !LONG.some((name) => moduleId.endsWith(`/engines/${name}.test.ts`));
    return (await super.sort(files)).sort((a, b) => +isShort(a) - +isShort(b));
  }
}
