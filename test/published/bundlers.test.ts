import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import ky from 'ky';
import { describe, expect, it, onTestFinished } from 'vitest';
import webpack, { type Configuration } from 'webpack';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../../src/emulator/command/server.js';
import { createProject, runWorker, withWrangler } from '../support/edge.js';

const ROOT = join(import.meta.dirname, '../..');

/** Bundles a program with esbuild; gives its text, and what it still imports. */
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

/** Bundles a program of a page with esbuild, in files that it loads as it needs them; gives what they are. */
async function filesOf(program: string): Promise<Metafile> {
  const options = { bundle: true, splitting: true, write: false, outdir: 'out', metafile: true } as const;
  const stdin = { contents: program, resolveDir: ROOT };
  const { metafile } = await build({ ...options, format: 'esm', stdin, tsconfigRaw: '{}' });
  return metafile;
}

/** The files that a page loads at once with one of its entries, which comes first, besides those that it has. */
function addedBy({ outputs }: Metafile, entry: string, had: string[] = []): string[] {
  const isEntry = (path: string) => basename(outputs[path]?.entryPoint ?? '', '.js') === entry;
  const needed = new Set(Object.keys(outputs).filter(isEntry));
  for (const path of needed)
    for (const { kind, path: other } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') needed.add(other);
  return [...needed].filter((path) => !had.includes(path));
}

/** Bundles the program of a folder with webpack; gives the file. */
async function withWebpack(folder: string, options: Configuration = {}): Promise<string> {
  const compiler = webpack({
    ...{ mode: 'production', context: folder, entry: './program.mjs', cache: false },
    output: { path: folder, filename: 'bundled.cjs' },
    ...options,
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
  expect([errors, warnings]).toEqual([[], []]);
  return String(compiler.options.output.filename);
}

/** Bundles the worker of a folder with webpack, as one module. */
const asWorkerWithWebpack = (folder: string) =>
  withWebpack(folder, {
    target: 'webworker',
    experiments: { outputModule: true },
    output: { path: folder, filename: 'bundled.mjs', library: { type: 'module' } },
    module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
  });

describe('esbuild', () => {
  it.each<[string, BuildOptions]>([
    ['Node', { platform: 'node' }],
    ['CommonJS in Node', { platform: 'node', format: 'cjs' }],
    ['no platform', { platform: 'neutral' }],
  ])('bundles the server door for %s, with nothing left to import', async (_, options) => {
    const { text, imports } = await bundle(`export { createAdmin } from 'tidings/admin';`, options);
    expect(imports).toEqual([]);
    expect(text).toContain('createAdmin');
  });

  it.each(['createClient', 'createClient, startInApp, startEmbedded, startPush'])(
    'gives a page two files before %s can start',
    async (names) => {
      const metafile = await filesOf(`import { ${names} } from 'tidings'; console.log(${names});`);
      expect(addedBy(metafile, '<stdin>').length).toBeLessThanOrEqual(2);
    },
  );

  it('gives a page seven files, in two steps, for its first message', async () => {
    const metafile = await filesOf(`import { startInApp } from 'tidings'; console.log(startInApp);`);
    const had = addedBy(metafile, '<stdin>');

    const keeping = addedBy(metafile, 'keeping', had);
    const presenting = addedBy(metafile, 'presenting', [...had, ...keeping]);
    const showing = addedBy(metafile, 'showing', [...had, ...keeping, ...presenting]);

    expect(keeping.length).toBeLessThanOrEqual(3);
    expect(presenting.length + showing.length).toBeLessThanOrEqual(4);
    // One that only leads on to another file would be a step more.
    const first = metafile.outputs[showing[0] ?? '']?.inputs ?? {};
    expect(Object.keys(first).map((path) => basename(path))).toEqual(['showing.js']);
  });

  it('bundles what needs files for Node', async () => {
    const { imports } = await bundle(`export * from 'tidings/admin/files';`, { platform: 'node' });
    expect([...new Set(imports)].sort()).toEqual(['node:fs/promises', 'node:os', 'node:path']);
  });
});

/** A service that is called over HTTP, as programs find it in their variables. */
async function startService(): Promise<{ API_KEY: string; BASE_URL: string }> {
  const emulator = createEmulator();
  const served = await serve(emulator, { port: 0 });
  onTestFinished(() => served.close());
  return { API_KEY: emulator.keys.server, BASE_URL: served.url };
}

describe('webpack', () => {
  it('bundles all of the server doors for Node', async () => {
    const program = `
      import { ApiError, createAdmin } from 'tidings/admin';
      import { fileCheckpoint } from 'tidings/admin/files';
      import { redisPace } from 'tidings/admin/redis';
      const { API_KEY, BASE_URL } = process.env;
      const client = { isReady: false, eval: () => Promise.reject(new Error('There is none')) };
      const admin = createAdmin({ apiKey: API_KEY, baseUrl: BASE_URL, pace: redisPace({ client }) });
      const users = [{ email: 'ada@example.com', dataFields: {} }];
      const { sent } = await admin.bulk.updateUsers(users, { checkpoint: fileCheckpoint('users.json') });
      const stranger = createAdmin({ apiKey: 'none', baseUrl: BASE_URL });
      const error = await stranger.lists.list().catch((error) => error);
      console.log(JSON.stringify({ sent, isKnown: error instanceof ApiError }));`;
    const folder = createProject({ 'program.mjs': program });

    const file = await withWebpack(folder, { target: 'node20' });
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: await startService(),
    });

    expect(JSON.parse(stdout)).toEqual({ sent: 1, isKnown: true });
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

describe('workerd', () => {
  it.each([
    ['wrangler', (folder: string) => withWrangler(folder, 'program.mjs')],
    ['webpack', asWorkerWithWebpack],
  ])('runs the server door without anything of Node, as %s bundles it', async (_, bundled) => {
    const folder = createProject({ 'program.mjs': worker });
    const url = await runWorker(folder, await bundled(folder), await startService());
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
