import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { build, type BuildOptions } from 'esbuild';
import ky from 'ky';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../../src/emulator/command/server.js';

const ROOT = join(import.meta.dirname, '../..');
/** The program of Cloudflare's engine; its package has no types. */
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string };
/** How wrangler bundles a worker. */
const asWrangler: BuildOptions = { platform: 'neutral', conditions: ['workerd', 'worker', 'browser'] };

/** Bundles a program that imports the package by its name, as it is published; gives its text, and what it still imports. */
async function bundle(program: string, options: BuildOptions) {
  const { outputFiles, warnings, metafile } = await build({
    ...{ bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'silent', metafile: true },
    stdin: { contents: program, resolveDir: ROOT },
    // Ours would lead to the sources.
    tsconfigRaw: '{}',
    ...options,
  });
  expect(warnings).toEqual([]);
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  return { text: outputFiles?.[0]?.text ?? '', imports: imports.map(({ path }) => path) };
}

describe('esbuild', () => {
  it.each<[string, BuildOptions]>([
    ['Node', { platform: 'node' }],
    ['CommonJS in Node', { platform: 'node', format: 'cjs' }],
    ['no platform', { platform: 'neutral' }],
    ['workers', asWrangler],
  ])('bundles the server door for %s, with nothing left to import', async (_, options) => {
    const { text, imports } = await bundle(`export { createAdmin } from 'tidings/admin';`, options);
    expect(imports).toEqual([]);
    expect(text).toContain('createAdmin');
  });

  it('bundles what needs files for Node', async () => {
    const { imports } = await bundle(`export * from 'tidings/admin/files';`, { platform: 'node' });
    expect([...new Set(imports)].sort()).toEqual(['node:fs/promises', 'node:os', 'node:path']);
  });
});

/** A worker that uses what of the server door runs at the edge, and answers with what it got. */
const worker = `
  import { createAdmin, readWebhook, signToken, tokenHandler } from 'tidings/admin';
  const token = tokenHandler({ secret: 'a secret', user: () => ({ email: 'ada@example.com' }) });
  const collect = async (rows) => { const all = []; for await (const row of rows) all.push(row); return all; };
  export default {
    async fetch(request, env, context) {
      const { pathname } = new URL(request.url);
      if (pathname === '/token') return token(request, env, context);
      if (pathname === '/webhook') return Response.json(await readWebhook(request, { authorization: 'Bearer open' }));
      const admin = createAdmin({ apiKey: env.API_KEY, baseUrl: env.BASE_URL });
      const users = [{ email: 'ada@example.com', dataFields: { note: 'a, "b"\\nc' } }];
      const { sent } = await admin.bulk.updateUsers(users);
      const query = { dataTypeName: 'user', range: 'All', onlyFields: ['email', 'note'] };
      return Response.json({
        sent,
        csv: await collect(admin.exports.dataCsv.all(query)),
        json: await collect(admin.exports.dataJson.all(query)),
        hasBuffer: typeof Buffer,
      });
    },
  };`;

/** Runs a worker in the engine of Cloudflare's edge, which may call this machine; gives its address. */
async function runWorker(code: string, variables: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bindings = Object.entries(variables).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  writeFileSync(join(folder, 'worker.js'), code);
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (
          modules = [(name = "worker.js", esModule = embed "worker.js")],
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

describe('workerd', () => {
  it('runs the server door without anything of Node', async () => {
    const emulator = createEmulator();
    const served = await serve(emulator, { port: 0 });
    onTestFinished(() => served.close());
    const { text } = await bundle(worker, asWrangler);
    const url = await runWorker(text, { API_KEY: emulator.keys.server, BASE_URL: served.url });
    const ada = { email: 'ada@example.com', note: 'a, "b"\nc' };

    const got: unknown = await ky(url).json();
    const token = await ky(`${url}/token`).text();
    const json = { eventName: 'emailSend', dataFields: {} };
    const headers = { Authorization: 'Bearer open' };
    const webhook: unknown = await ky.post(`${url}/webhook`, { headers, json }).json();

    expect(got).toEqual({ sent: 1, csv: [ada], json: [ada], hasBuffer: 'undefined' });
    expect(token.split('.')).toHaveLength(3);
    expect(webhook).toEqual(json);
  });
});
