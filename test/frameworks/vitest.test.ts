import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { examples } from '../support/examples.js';
import { installPacked } from './support/packed.js';

const PACKAGES = { vitest: '4.1.12', 'happy-dom': '21.0.4' };

/** Runs a test with Vitest; gives what Vitest said. */
async function run(text: string): Promise<string> {
  const project = installPacked('vitest', PACKAGES);
  // Else it would take the one of the folders above.
  writeFileSync(join(project, 'vitest.config.js'), 'export default {};');
  writeFileSync(join(project, 'recipe.test.js'), text);
  const program = join(project, 'node_modules/vitest/vitest.mjs');
  const { PATH } = process.env;
  const env = { PATH, HOME: project, CI: 'true', NO_COLOR: '1' };
  // The variables of the Vitest that runs this test are not for it.
  return promisify(execFile)(process.execPath, [program, 'run'], { cwd: project, env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

describe('the recipe for Vitest', () => {
  const recipe = examples.find(({ page, file }) => page === 'docs/testing.md' && file === 'vitest-recipe.js');

  it('welcomes who signs up', async () => {
    expect(await run(recipe?.code ?? '')).toContain('1 passed');
  });

  it('fails where another letter comes', async () => {
    const other = recipe?.code.replace("subject: 'Welcome Ada'", "subject: 'Welcome Bob'") ?? '';

    expect(await run(other)).toContain('1 failed');
  });
});

describe('a client in a document of a test', () => {
  const example = examples.find(
    ({ page, code }) => page === 'docs/testing.md' && code.includes('createClient'),
  );

  it('tells the emulator of its event', async () => {
    const [imports = '', ...rest] = (example?.code ?? '').split('\n\n');
    const text = `// @vitest-environment happy-dom
${imports}
import { expect, it } from 'vitest';
it('is told', async () => {
${rest.join('\n\n')}
expect(event).toMatchObject({ email: 'ada@example.com', fields: { sku: 'A1' } });
});`;

    expect(await run(text)).toContain('1 passed');
  });
});
