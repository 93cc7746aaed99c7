import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'demo',
  'scripts',
  'CHANGELOG.md',
  'rollup.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];
/** The last file of a build: when it is there, the build was whole. */
const LAST_BUILT = 'build/demo/server.js';

/** Builds the doors and the demo, unless nothing has changed since the last build. */
export function buildIfStale() {
  if (existsSync(LAST_BUILT) && statSync(LAST_BUILT).mtimeMs > Math.max(...SOURCES.map(newest))) return;
  console.log('Building…');
  const { status } = spawnSync('node_modules/.bin/rollup', ['--config', '--silent', '--failAfterWarnings'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The build failed; what is wrong is said above.');
}

/**
 * When a file, or the newest file of a folder, was changed.
 *
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === import.meta.filename) buildIfStale();
