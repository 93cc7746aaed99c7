import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartOf, fingerprintOf, ofReadme, pageOf } from './page.js';
import { sectionsOf, type Results } from './sections.js';
import { behindIn } from './standing.js';

const DOCS = join(import.meta.dirname, '../../../docs');
const read = (name: string) => readFileSync(join(DOCS, name), 'utf8');
const results = JSON.parse(read('bench/results.json')) as Results;

describe('the page of the bench', () => {
  it('says what was measured', async () => {
    expect(read('bench.md')).toBe(await pageOf(results));
  });

  it.each(sectionsOf(results))('has a chart of the same figures: $title', (section) => {
    expect(read(chartOf(section))).toContain(`data-figures="${fingerprintOf(section)}"`);
  });

  it('lends the README a chart', () => {
    expect(read('../README.md')).toContain(ofReadme(results));
  });

  it('gives the README the time of a call', () => {
    const [call] = results.rows.find(({ id }) => id === 'tidings')?.call ?? [NaN];

    expect(read('../README.md')).toContain(`thread for ${call} µs on [a processor slowed down four times]`);
    expect(results.slower).toBe(4);
  });

  it('says why for each part in which others come before us', async () => {
    const text = await pageOf(results);

    for (const { bars, why } of sectionsOf(results))
      if (bars.some(({ isOurs, value }) => isOurs && value !== bars[0]?.value)) expect(text).toContain(why);
  });

  it.each(sectionsOf(results))(
    'says why for each column in which another is first: $title',
    async (section) => {
      const text = await pageOf(results);
      const { head, reasons = {} } = section;
      // That of the chart has a reason of its own.
      const shown = head.find((column, index) => index > 0 && column !== 'version');

      for (const column of behindIn(section))
        if (column !== shown) expect(text).toContain(reasons[column] ?? column);
      expect(behindIn(section).filter((column) => column !== shown && !reasons[column])).toEqual([]);
    },
  );

  it('tells a column in which another is first from one in which we are', () => {
    const head = ['SDK', 'version', 'work', 'arrived', 'heap'];
    const table = [
      ['`tidings`', '9', '2 ms (1 to 3)', '1,000', '10 kB'],
      ['`tidings by relay`', '9', '1 ms', '9', 'not measured'],
      ['`other`', '1', '1.5 ms', '2,000', '20 kB'],
      ['`bare fetch`', '', '0.1 ms', '', '1 kB'],
    ];

    const also = [
      {
        head: ['SDK', 'start'],
        table: [
          ['`tidings`', '2 ms'],
          ['`other`', '1 ms'],
        ],
      },
    ];
    expect(behindIn({ head, table, also })).toEqual(['arrived', 'start']);
  });
});
