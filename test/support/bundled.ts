import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { onTestFinished } from 'vitest';
import { compiled } from '../../scripts/compiled.js';

const ROOT = join(import.meta.dirname, '../..');

/** The server door with all that runs beside it, as Node runs it, made of the sources as they are now; gives the path of its module. */
export const bundleAdmin = (): Promise<string> => bundleForNode(join(import.meta.dirname, 'whole-admin.ts'));

/** What a module exports, as Node runs it, in one file until the test ends; gives its path. */
export async function bundleForNode(input: string): Promise<string> {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  // Inside the project, so that its packages are found.
  const folder = mkdtempSync(join(ROOT, 'build/admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'admin.js');
  const bundle = await rollup({
    input,
    external: (id, _importer, isResolved) => !isResolved && !/^[./]/.test(id),
    plugins: [compiled],
  });
  await bundle.write({ file, format: 'es', inlineDynamicImports: true });
  await bundle.close();
  return file;
}
