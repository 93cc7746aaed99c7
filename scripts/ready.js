import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** What each engine needs, as Debian and Ubuntu name it. */
const BROWSER_PACKAGES = ['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'];
/** What the test of a fleet of workers needs. */
const REDIS = { name: 'redis-server', file: '/usr/bin/redis-server' };
const BROWSER_FILES = ['chromium', 'firefox-esr', 'WebKitWebDriver', 'Xvfb'].map(
  (name) => `/usr/bin/${name}`,
);

/** Makes sure that Node is new enough and that every package of the lock file is installed. */
export async function readyPackages() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(
      `Tidings needs Node 20.19 or newer; this is ${process.versions.node}. Install one from nodejs.org.`,
    );
  }
  if (arePackagesInstalled()) return;
  console.log('Installing packages…');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Installs the browsers that the engine tests use, and a Redis, where that can be done without asking. Never rejects. */
export async function readyBrowsers() {
  const wanted = [...BROWSER_PACKAGES, REDIS.name];
  if ([...BROWSER_FILES, REDIS.file].every((file) => existsSync(file))) return;
  const isDebian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (!isDebian || process.getuid?.() !== 0) {
    console.log(
      `To run every engine, install: ${wanted.join(' ')} (names as on Debian). Found ones are used.`,
    );
    return;
  }
  console.log(`Installing ${wanted.join(', ')}…`);
  try {
    await run('apt-get', ['update', '-qq', '-o', 'Acquire::Languages=none']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted]);
  } catch (error) {
    // The other checks can run all the same, and the engine tests say which engine is missing.
    console.error(error instanceof Error ? error.message : error);
    console.error(`Install these by hand to run every test: ${wanted.join(' ')}`);
  }
}

/** Whether node_modules holds what the lock file asks for. */
function arePackagesInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const wanted = Object.entries(packagesOf('package-lock.json'));
  const present = packagesOf('node_modules/.package-lock.json');
  return wanted.every(
    ([path, { version, optional }]) => !path || optional || present[path]?.version === version,
  );
}

/** @param {string} lockFile */
function packagesOf(lockFile) {
  const lock = /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */ (
    JSON.parse(readFileSync(lockFile, 'utf8'))
  );
  return lock.packages;
}

/**
 * Runs an installer, which is heard only where it fails: it works beside others.
 *
 * @param {string} command
 * @param {string[]} args
 */
async function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${said}\n\`${command} ${args.join(' ')}\` failed`);
}
