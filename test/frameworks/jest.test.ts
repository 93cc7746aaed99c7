import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { examples } from '../support/examples.js';
import { installPacked } from './support/packed.js';

/** The newest that runs on Node 20. */
const PACKAGES = { jest: '30.5.2' };

const recipe = examples.find(({ page, file }) => page === 'docs/testing.md' && file === 'jest-recipe.js');

/** Runs a test with Jest as the guide says; gives what Jest said. */
async function run(text: string): Promise<string> {
  const project = installPacked('jest', PACKAGES);
  writeFileSync(join(project, 'recipe.test.js'), text);
  const options = ['--experimental-vm-modules', join(project, 'node_modules/jest/bin/jest.js')];
  return promisify(execFile)(process.execPath, options, {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: project, CI: 'true' },
  }).then(
    ({ stderr }) => stderr,
    (error: unknown) => (error as { stderr: string }).stderr,
  );
}

describe('the recipe for Jest', () => {
  it('finds the order once, whose first answer was lost', async () => {
    expect(await run(recipe?.code ?? '')).toContain('1 passed');
  });

  it('fails where there is none', async () => {
    const lost = recipe?.code.replace("kind: 'lose'", "kind: 'status', status: 400") ?? '';

    expect(await run(lost)).toContain('1 failed');
  });
});
