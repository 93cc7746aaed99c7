import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from './build.js';
import { changelogFaults, lockFaults } from './release-faults.js';

process.chdir(`${import.meta.dirname}/..`);
try {
  await check();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Makes sure that what would be published now is right, and says what to do then. It publishes nothing itself. */
async function check() {
  const manifest = /** @type {import('./release-faults.js').Manifest} */ (
    JSON.parse(readFileSync('package.json', 'utf8'))
  );
  const lock = /** @type {import('./release-faults.js').Lock} */ (
    JSON.parse(readFileSync('package-lock.json', 'utf8'))
  );
  const { version } = manifest;
  refuse([
    ...uncommitted(),
    ...changelogFaults(readFileSync('CHANGELOG.md', 'utf8'), version),
    ...lockFaults(manifest, lock),
  ]);

  console.log('Building…');
  await build();
  const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'published'];
  const { status } = spawnSync(process.execPath, tests, { stdio: 'inherit' });
  // A test writes what the README says of the build.
  refuse([...(status === 0 ? [] : ['A test of the package failed; it is shown above']), ...uncommitted()]);

  console.log(`\nTidings ${version} can be published, once \`npm test\` has passed:

  npm publish
  git tag v${version}
  git push origin v${version}`);
}

/**
 * What is in the folder and in no commit.
 *
 * @returns {string[]}
 */
function uncommitted() {
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trimEnd();
  return changes ? [`This is not committed:\n${changes}`] : [];
}

/** @param {string[]} faults */
function refuse(faults) {
  if (faults.length) throw new Error(`This is not to be published:\n- ${faults.join('\n- ')}`);
}
