import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The program of Cloudflare's engine; its package has no types. */
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string };

/** A folder in which the package is installed beside these files, until the test ends. */
export function createProject(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-project-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/tidings'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Bundles a worker of a folder as wrangler deploys it, which tells nobody and asks for no newer one. */
export async function withWrangler(folder: string, entry: string): Promise<string> {
  const date = '2026-04-01';
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/wrangler/bin/wrangler.js'),
      ...['deploy', entry, '--name=shop', `--compatibility-date=${date}`, '--dry-run', '--outdir=out'],
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        ...{ HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true', NO_COLOR: '1' },
        ...{ WRANGLER_SEND_METRICS: 'false', WRANGLER_SEND_ERROR_REPORTS: 'false' },
        WRANGLER_HIDE_BANNER: 'true',
      },
    },
  );
  const said = stdout + stderr;
  if (/warning|error/i.test(said)) throw new Error(said);
  return `out/${parse(entry).name}.js`;
}

/** Runs a worker in the engine of Cloudflare's edge, which may call this machine; gives its address. */
export async function runWorker(
  folder: string,
  file: string,
  variables: Record<string, string>,
): Promise<string> {
  const bindings = Object.entries(variables).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (
          modules = [(name = "worker.js", esModule = embed "${file}")],
          bindings = [${bindings.join(', ')}],
          compatibilityDate = "2025-01-01",
          globalOutbound = "machine",
        )),
        (name = "machine", network = (allow = ["private"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
    );`,
  );
  const child = spawn(workerd, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const early = once(child, 'exit').then(() => Promise.reject(new Error('workerd ended early')));
  const [told] = (await Promise.race([once(child.stdio[3] as Readable, 'data'), early])) as [Buffer];
  // It is ended by us.
  early.catch(() => {});
  const { port } = JSON.parse(String(told).split('\n')[0] ?? '') as { port: number };
  return `http://127.0.0.1:${port}`;
}
