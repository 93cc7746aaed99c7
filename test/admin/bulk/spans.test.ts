import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSpan, spanFinder, type Span } from '../../../src/admin/bulk/spans.js';

describe('spans', () => {
  it('hold what was added, in order and apart, and find it', () => {
    const span = fc.tuple(fc.nat(40), fc.nat(6)).map(([from, length]): Span => [from, from + length + 1]);
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), (added) => {
        const spans: Span[] = [];

        for (const [from, to] of added) addSpan(spans, from, to);

        const find = spanFinder(spans);
        for (let place = 0; place < 50; place += 1) {
          const isAdded = added.some(([from, to]) => place >= from && place < to);
          expect(find(place) !== undefined).toBe(isAdded);
        }
        for (const [index, [from]] of spans.entries())
          expect(from).toBeGreaterThan(spans[index - 1]?.[1] ?? -1);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
