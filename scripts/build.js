import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'demo',
  'scripts',
  'docs/service/contract.json',
  'docs/service/openapi.json',
  'CHANGELOG.md',
  'rollup.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];
/** The last file of a build: when it is there, the build was whole. */
const LAST_BUILT = 'build/whole';
/** What a build makes anew: what an earlier one left must not pass for its own. */
const BUILT = [LAST_BUILT, 'dist', 'build/demo'];

/** Builds the doors, the demo and its pages. Rejects when one of them is not as it should be. */
export async function build() {
  for (const path of BUILT) rmSync(path, { recursive: true, force: true });
  // Side by side, since the pages take as long as the bundles.
  const codes = await Promise.all([
    run('node_modules/rollup/dist/bin/rollup', '--config', '--silent', '--failAfterWarnings'),
    run('scripts/pages.js'),
  ]);
  if (codes.some((code) => code !== 0)) throw new Error('The build failed; what is wrong is said above.');
  writeFileSync(LAST_BUILT, '');
}

/** Builds, unless nothing has changed since the last build. */
export async function buildIfStale() {
  if (existsSync(LAST_BUILT) && statSync(LAST_BUILT).mtimeMs > Math.max(...SOURCES.map(newest))) return;
  console.log('Building…');
  await build();
}

/**
 * Runs a program of Node's; gives the code it ends with.
 *
 * @param {string} program
 * @param {...string} args
 * @returns {Promise<number | null>}
 */
async function run(program, ...args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  await once(child, 'exit');
  return child.exitCode;
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

if (process.argv[1] === import.meta.filename) {
  process.chdir(`${import.meta.dirname}/..`);
  try {
    await (process.argv.includes('--if-stale') ? buildIfStale() : build());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
