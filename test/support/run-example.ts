import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { examples, moduleName, moduleOf, type Example } from './examples.js';
import { startRedis } from './redis.js';

const ROOT = join(import.meta.dirname, '../..');

/** The doors that work without a browser. */
const doors: Record<string, string> = {
  tidings: 'src/index.ts',
  'tidings/plan': 'src/plan.ts',
  'tidings/inspector': 'src/inspector.ts',
  'tidings/admin': 'src/admin/index.ts',
  'tidings/admin/files': 'src/admin/files.ts',
  'tidings/admin/jobs': 'src/admin/jobs.ts',
  'tidings/admin/redis': 'src/admin/redis.ts',
  'tidings/admin/opentelemetry': 'src/admin/opentelemetry.ts',
  'tidings/relay': 'src/relay/index.ts',
  'tidings/relay/queue': 'src/relay/queue.ts',
  'tidings/emulator': 'src/emulator/app.ts',
};

/** The doors that an example uses, itself or in what it goes on from. */
export function doorsOf(example: Example): string[] {
  if (example.language !== 'ts') return [];
  const code = moduleOf(example);
  const own = [...code.matchAll(/from '(tidings[^']*)'/g)].map(([, door = '']) => door);
  return /^import \{ admin \} from '\.\//.test(code) ? [...own, 'tidings/admin'] : own;
}

/** Runs an example against an emulator of its own: it comes to its end, and nothing is refused or warned of. */
export async function runExample(example: Example): Promise<void> {
  const folder = join(ROOT, 'build/examples', `run-${example.line}`);
  onTestFinished(() => {
    process.chdir(ROOT);
    rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
  mkdirSync(folder, { recursive: true });
  for (const other of examples.filter(({ page, language }) => page === example.page && language === 'ts')) {
    const path = join(folder, moduleName(other));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withSources(moduleOf(other)));
  }
  // What an example writes, it writes here.
  process.chdir(folder);

  const emulator = createEmulator({ contents: 'shop' });
  // What takes the service seconds is done by the next call, so that no example waits for it.
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    emulator.clock.advance(5_000);
    return emulator.fetch(...call);
  });
  vi.stubEnv('API_KEY', emulator.keys.server);
  vi.stubEnv('TOKEN_SECRET', 'emulator-token-secret');
  if (example.code.includes('REDIS_URL')) vi.stubEnv('REDIS_URL', (await startRedis()).url);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);

  await import(/* @vite-ignore */ join(folder, moduleName(example)));

  const refused = emulator.inspect.requests.filter(({ status = 0, fault }) => status >= 400 && !fault);
  expect(refused.map(({ route, answer }) => [route, answer])).toEqual([]);
  expect(warn.mock.calls).toEqual([]);
}

function withSources(code: string): string {
  return code.replace(/from '(tidings[^']*)'/g, (whole, door: string) => {
    const source = doors[door];
    return source ? `from '${join(ROOT, source)}'` : whole;
  });
}
