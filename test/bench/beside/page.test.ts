import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartOf, fingerprintOf, ofReadme, pageOf } from './page.js';
import { sectionsOf, type Results } from './sections.js';

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

  it('says why for each part in which others come before us', async () => {
    const text = await pageOf(results);

    for (const { bars, why } of sectionsOf(results))
      if (bars.some(({ isOurs, value }) => isOurs && value !== bars[0]?.value)) expect(text).toContain(why);
  });
});
