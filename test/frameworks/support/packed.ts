import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Where apps are that have our package as it is published. */
export const APPS = join(ROOT, 'build/apps');

/** What stands in the folder of an app once it is installed. */
export const INSTALLED = ['installed.json', 'node_modules', 'package-lock.json', 'package.json'];

/**
 * Installs packages, and ours as `pack.ts` has packed it, in a folder that is kept, unless they are there. Gives the
 * folder, whose modules are of the type that is given.
 */
export function installPacked(
  name: string,
  versions: Record<string, string>,
  type: 'commonjs' | 'module' = 'module',
): string {
  const folder = join(APPS, name);
  const done = join(folder, 'installed.json');
  const dependencies = { ...versions, tidings: `file:../${process.env['TIDINGS_TARBALL']}` };
  const wanted = JSON.stringify({ private: true, type, dependencies });
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return folder;

  rmSync(done, { force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(done, wanted);
  return folder;
}
