import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples, folderOf } from '../support/examples.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'test/engines/frameworks');
// Beside our own packages, so that the pages find those of their frameworks.
const folder = join(ROOT, 'build/framework-types');

/** What checks the types of a page, and in it what its author may have got wrong. */
const frameworks: [name: string, page: string, command: string[], slips: [right: string, wrong: string][]][] =
  [
    [
      'react',
      'shop.tsx',
      ['native-typescript/bin/tsc', '-p', '.', '--pretty', 'false'],
      [
        ['view={view}', 'view="nonsense"'],
        ['limit={limit}', 'limit="many"'],
        ['isOwn ? ownLine : undefined', '() => "a text"'],
      ],
    ],
    [
      'vue',
      'shop.vue',
      ['vue-tsc/bin/vue-tsc.js', '-p', '.', '--pretty', 'false'],
      [
        [':view="view"', 'view="nonsense"'],
        [':limit="limit"', ':limit="isOwn"'],
        ['isOwn ? ownLine : undefined', '() => 7'],
      ],
    ],
    [
      'svelte',
      'shop.svelte',
      ['svelte-check/bin/svelte-check', '--output', 'machine'],
      [
        ['{view}', 'view="nonsense"'],
        ['{limit}', 'limit={isOwn}'],
        ['isOwn ? ownLine : undefined', '() => 7'],
      ],
    ],
  ];

/** Checks all pages of a framework; gives what is wrong with them. */
function check(name: string, [command = '', ...options]: string[]): string {
  const program = join(ROOT, 'node_modules', command);
  return spawnSync(program, options, { cwd: join(folder, name), encoding: 'utf8' }).stdout;
}

/** Where the documentation shows their pages, and all files that stand beside those. */
const pages = [...new Set(examples.filter(({ file }) => isPage(file)).map(folderOf))];
const shown = examples.filter((example) => example.file && pages.includes(folderOf(example)));

function isPage(file: string | undefined): boolean {
  return frameworks.some(([, page]) => page === file);
}

beforeAll(() => {
  cpSync(PAGES, folder, { recursive: true });
  const tsconfig = {
    extends: '../../../tsconfig.json',
    compilerOptions: { allowJs: false, checkJs: false },
    include: ['.'],
  };
  for (const [name] of frameworks)
    writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify(tsconfig));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(frameworks)('the types of a page made with %s', (name, page, command, slips) => {
  it('let pass what is right, as the documentation has it, and nothing that is wrong', () => {
    expect(shown.filter(({ file }) => file === page).map(folderOf)).toEqual(pages);
    const path = join(folder, name, page);
    const text = readFileSync(path, 'utf8');
    const wrong = slips.map(([right, wrong], index) => {
      expect(text).toContain(right);
      const file = `wrong-${index}.${page}`;
      writeFileSync(join(folder, name, file), text.replace(right, wrong));
      return file;
    });

    for (const example of shown) {
      const { file = '', code } = example;
      if (file !== page && file !== 'client.ts') continue;
      const place = join(folder, name, folderOf(example));
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, file), code);
    }

    const said = check(name, command);

    const lines = said.split('\n').filter((line) => /\berror\b/i.test(line));
    const named = lines.map((line) => /wrong-\d\.shop\.\w+/.exec(line)?.[0] ?? line);
    expect([...new Set(named)].sort()).toEqual(wrong);
  });
});
