import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Installs packages beside our own build, in a folder that is kept, unless they are there: those that weigh too much for
 * everybody to have them. Gives the folder.
 */
export function install(name: string, dependencies: Record<string, string>): string {
  const folder = join(ROOT, 'build', name);
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies });
  const [manifest, ours] = [join(folder, 'package.json'), join(folder, 'node_modules/tidings')];
  if (existsSync(ours) && readFileSync(manifest, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, wanted);
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  symlinkSync(ROOT, ours);
  return folder;
}
