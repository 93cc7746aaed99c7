import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { examples } from '../support/examples.js';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'build/recipes');

/** The doors that the recipes import, as the sources have them. */
const doors = { 'tidings/admin': 'src/admin/index.ts', 'tidings/emulator': 'src/emulator/app.ts' };

/** Writes a recipe of the guide as a module; gives where it is. */
function recipe(name: string, before = ''): string {
  const found = examples.find(({ page, file }) => page === 'docs/testing.md' && file === name);
  if (!found) throw new Error(`docs/testing.md has no ${name}`);
  const code = Object.entries(doors).reduce(
    (text, [door, source]) => text.replaceAll(`'${door}'`, `'${join(ROOT, source)}'`),
    found.code,
  );
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  writeFileSync(path, before + code);
  return path;
}

const vitest = recipe('vitest-recipe.js');
// Jest has these as globals; what the recipe uses of them is called and behaves the same.
const jest = recipe('jest-recipe.js', "import { beforeEach, expect, test } from 'vitest';\n");

describe('the recipe for Vitest', async () => {
  await import(/* @vite-ignore */ vitest);
});

describe('the recipe for Jest, under the functions of the same names', async () => {
  await import(/* @vite-ignore */ jest);
});

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
