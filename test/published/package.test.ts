import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLinksOfTexts } from '../../scripts/pages/links.js';
import { sourceOf } from '../support/sources.js';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/native-typescript/bin/tsc');

/** What a newcomer writes first with each door. */
const programs: Record<string, string> = {
  tidings: `
    import { createClient, OptionError, type Client, type UserRef } from 'tidings';
    const getToken = async (user: UserRef) => (await fetch('/token?email=' + user.email)).text();
    const client: Client = createClient({ apiKey: 'k', baseUrl: 'https://api.example.com', getToken });
    await client.identify({ email: 'ada@example.com' }, { dataFields: { plan: 'pro' } });
    await client.track('product-viewed', { sku: 'A1' });
    const stop: () => void = client.on('delivered', (event) => event.kind === 'custom' && event.name);
    stop();
    // @ts-expect-error A visitor has one identity.
    client.identify({ email: 'ada@example.com', userId: '7' }).catch((error) => error instanceof OptionError);
    await client.flush();
    const placement = document.createElement('tidings-placement');
    placement.view = 'banner';
    // @ts-expect-error There is no such view.
    placement.view = 'nonsense';`,
  'tidings/service-worker': `
    import { deliverInBackground, showPushes, type PushPayload, type ShowPushesOptions } from 'tidings/service-worker';
    const payload: PushPayload = { title: 'Hello', actions: [{ action: 'cart', title: 'To the cart' }] };
    const options: ShowPushesOptions = { apiKey: 'k', baseUrl: 'https://api.example.com', read: () => payload };
    if (typeof document === 'object') {
      showPushes(options);
      const deliver: () => Promise<void> = deliverInBackground({ apiKey: 'k', baseUrl: 'https://api.example.com' });
      void deliver();
    }`,
  'tidings/plan': `
    import { createClient } from 'tidings';
    import { checkedBy, type Broken, type Plan } from 'tidings/plan';
    const plan: Plan = { properties: { hello: { type: 'object' } } };
    const beforeRecord = checkedBy(plan, { onBroken: ({ event, reason }: Broken) => console.log(event.name, reason) });
    createClient({ apiKey: 'k', baseUrl: 'https://api.example.com', beforeRecord });`,
  'tidings/inspector': `
    import { createClient } from 'tidings';
    import { startInspector, type InspectedClient, type Inspector, type InspectorOptions } from 'tidings/inspector';
    const client: InspectedClient = createClient({ apiKey: 'k', baseUrl: 'https://api.example.com' });
    const options: InspectorOptions = { isOpen: false };
    const inspector: Inspector = startInspector(client, options);
    inspector.close();`,
  'tidings/admin': `
    import { createAdmin, ApiError, type Admin } from 'tidings/admin';
    const admin: Admin = createAdmin({ apiKey: 'k', baseUrl: 'https://api.example.com' });
    const { campaigns } = await admin.campaigns.list({ pageSize: 10 });
    const names: string[] = campaigns.map(({ name }) => name);
    const { listId } = await admin.lists.create({ name: names[0] ?? 'Spring sale' });
    await admin.lists.subscribe({ listId, subscribers: [{ email: 'ada@example.com' }] });
    const members: ReadableStream<Uint8Array> = await admin.lists.getUsers({ listId });
    // @ts-expect-error A recipient has one identity.
    await admin.email.target({ campaignId: 1, recipientEmail: 'a@b.c', recipientUserId: '7' });
    await members.cancel().catch((error: unknown) => error instanceof ApiError && error.code);`,
  'tidings/admin/files': `
    import { createAdmin, type ExportReport } from 'tidings/admin';
    import { fileCheckpoint, saveExport } from 'tidings/admin/files';
    const admin = createAdmin({ apiKey: 'k', baseUrl: 'https://api.example.com' });
    const opens = admin.exports.run({ dataTypeName: 'emailOpen', outputFormat: 'text/csv' });
    const { exportTruncated }: ExportReport = await saveExport(opens, 'opens.csv');
    if (!exportTruncated) await admin.bulk.updateUsers([], { checkpoint: fileCheckpoint('people.json') });`,
  'tidings/admin/jobs': `
    import { createAdmin } from 'tidings/admin';
    import { bulkJob, folderStore, mergeReports, shardsOf, type FileShard } from 'tidings/admin/jobs';
    const admin = createAdmin({ apiKey: 'k', baseUrl: 'https://api.example.com' });
    const store = folderStore<{ email: string }>('shards');
    for await (const shard of shardsOf<{ email: string }, FileShard>([], { to: store })) console.log(shard.id);
    bulkJob(admin.bulk.subscribe, { listId: 7, open: (shard: FileShard, from) => store.read(shard, from) });
    mergeReports([]);`,
  'tidings/admin/redis': `
    import { createAdmin } from 'tidings/admin';
    import { redisPace, type RedisClient } from 'tidings/admin/redis';
    declare const client: RedisClient;
    createAdmin({ apiKey: 'k', baseUrl: 'https://api.example.com', pace: redisPace({ client }) });`,
  'tidings/admin/opentelemetry': `
    import { createAdmin, type AdminOptions } from 'tidings/admin';
    import { traced } from 'tidings/admin/opentelemetry';
    const options: AdminOptions = traced({ apiKey: 'k', baseUrl: 'https://api.example.com' });
    createAdmin(options);`,
  'tidings/relay': `
    import { createRelay, toNode, type NodeAsked, type NodeHandler, type Relay } from 'tidings/relay';
    const keys = { serverKey: 'a-server-key', webKey: 'a-web-key', tokenSecret: 'a-secret' };
    const where = { baseUrl: 'https://api.example.com', ...keys };
    const relay: Relay = createRelay({ ...where, user: ({ headers }) => ({ userId: headers.get('User') ?? undefined }) });
    const response: Response = await relay(new Request('https://shop.example/tidings', { method: 'PUT' }));
    if (response.status !== 405) throw new Error('The relay took what it should not');
    const onNode = createRelay({ ...where, user: ({ headers }: NodeAsked) => ({ userId: String(headers['user']) }) });
    export const handler: NodeHandler<NodeAsked> = toNode(onNode);
    // @ts-expect-error A server of Node hands over another request.
    export const wrong: NodeHandler<NodeAsked> = toNode(relay);`,
  'tidings/relay/queue': `
    import { createRelay } from 'tidings/relay';
    import { bullQueue, deadLetters, relayWorker, type QueueConnection } from 'tidings/relay/queue';
    declare const connection: QueueConnection;
    const keys = { serverKey: 'a-server-key', webKey: 'a-web-key', tokenSecret: 'a-secret' };
    const where = { baseUrl: 'https://api.example.com', ...keys };
    createRelay({ ...where, user: () => undefined, queue: bullQueue({ connection }) });
    await relayWorker({ ...where, connection }).close();
    for (const { id, call, code } of await deadLetters({ connection }).list()) console.log(id, call.route, code);`,
  'tidings/emulator': `
    import { createEmulator, type Emulator } from 'tidings/emulator';
    const emulator: Emulator = createEmulator();
    const response: Response = await emulator.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.javascript },
      body: JSON.stringify({ email: 'ada@example.com', eventName: 'hello' }),
    });
    const status: number = response.status;
    const names: string[] = emulator.inspect.events('customEvent').map(({ fields }) => String(fields['eventName']));
    if (status !== 200 || names[0] !== 'hello') throw new Error('The emulator took nothing');`,
};
/** What a user of a framework gets from its door: types, and nothing else. */
const typePrograms: Record<string, string> = {
  'tidings/react': `
    import type { JSX } from 'react';
    import type {} from 'tidings/react';
    export const right: JSX.IntrinsicElements['tidings-placement'] = { 'placement-id': 1, view: 'banner', limit: 3 };
    export const inbox: JSX.IntrinsicElements['tidings-inbox'] = { className: 'wide', filters: 'all unread', 'page-size': 10 };
    // @ts-expect-error There is no such view.
    export const wrong: JSX.IntrinsicElements['tidings-placement'] = { view: 'nonsense' };`,
  'tidings/vue': `
    import type { GlobalComponents } from 'vue';
    import type {} from 'tidings/vue';
    type Props = InstanceType<GlobalComponents['tidings-placement']>['$props'];
    export const right: Props = { 'placement-id': 1, view: 'banner', limit: 3, render: () => undefined };
    export const inbox: InstanceType<GlobalComponents['tidings-inbox']>['$props'] = { class: 'wide', 'page-size': 10 };
    // @ts-expect-error There is no such view.
    export const wrong: Props = { view: 'nonsense' };`,
  'tidings/svelte': `
    import type { SvelteHTMLElements } from 'svelte/elements';
    import type {} from 'tidings/svelte';
    export const right: SvelteHTMLElements['tidings-placement'] = { 'placement-id': 1, view: 'banner', limit: 3 };
    export const inbox: SvelteHTMLElements['tidings-inbox'] = { class: 'wide', 'page-size': 10 };
    // @ts-expect-error There is no such view.
    export const wrong: SvelteHTMLElements['tidings-placement'] = { view: 'nonsense' };`,
};
const typeDoors = Object.keys(typePrograms);
const doors = Object.keys(programs);
const servers = doors.filter((door) => /admin|emulator|relay/.test(door));

/** What is read in `docs/`: the guides, and the pictures in them. */
const guides = readdirSync(join(ROOT, 'docs'))
  .filter((name) => /\.(md|svg|webp)$/.test(name))
  .map((name) => `docs/${name}`)
  .sort();

const folder = mkdtempSync(join(tmpdir(), 'tidings-package-'));
let packed: { filename: string; files: { path: string }[] };

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found: unknown = JSON.parse(answer);
  packed = Object.values(found as Record<string, typeof packed>)[0] as typeof packed;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed.filename}`);
  // What who opens this door has installed.
  mkdirSync(join(folder, 'node_modules/@opentelemetry'));
  symlinkSync(join(ROOT, 'node_modules/@opentelemetry/api'), join(folder, 'node_modules/@opentelemetry/api'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the tarball', () => {
  it('holds the built doors with their types and maps, the guides, and nothing else of the project', () => {
    const others = packed.files
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^dist\/(.+\.(js|d\.ts|js\.map)|emulator\/console\/.+\.(html|css|svg)|integrity\.json)$/.test(
            path,
          ),
      );
    expect(others.sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'custom-elements.json', ...guides, 'package.json'],
    ]);
  });

  it('has what each link of its texts leads to', () => {
    const texts = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.md'));
    const installed = relative('.', join(folder, 'node_modules/tidings'));
    // No page is made there: what a link leads to is a file, or nothing.
    const asTheyAre = { guides: 'docs', pages: 'docs' };

    const dead = deadLinksOfTexts(
      texts.map((path) => join(installed, path)),
      asTheyAre,
    );

    expect(texts).toContain('docs/index.md');
    expect(dead.map((line) => line.replace(`${installed}/`, ''))).toEqual([]);
  });

  it('leaves no import without its package', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', object>;
    const peers = Object.keys(peerDependencies).map((name) => name.replace('@types/', ''));
    const targets = packed.files
      .filter(({ path }) => /\.(js|d\.ts)$/.test(path))
      .flatMap(
        ({ path }) =>
          sourceOf(path, readFileSync(join(folder, 'node_modules/tidings', path), 'utf8')).imports,
      )
      .map(({ target }) => target)
      .filter((target) => !target.endsWith('.ts') && !target.startsWith('node:'));
    const packages = targets.map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0]);
    // A package finds itself by its own name: so `pull` takes the door for servers.
    const wanted = [...Object.keys(dependencies), ...peers, 'tidings'];
    expect([...new Set(packages)].sort()).toEqual(wanted.sort());
  });

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: join(folder, 'node_modules/tidings'), strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that resolve in every modern way', async () => {
    const pack = createPackageFromTarballData(readFileSync(join(folder, packed.filename)));
    const result = await checkPackage(pack, {
      excludeEntrypoints: [/\/(tidings[^/]*\.js|integrity\.json)$/],
    });
    const problems = 'problems' in result ? result.problems : ['There are no types'];
    // There is nothing for node10, and a CommonJS caller requires the ES module, as Node >= 20.19 can.
    const isOld = (problem: unknown) =>
      /"node10"|"node16-cjs"|CJSResolvesToESM/.test(JSON.stringify(problem));
    expect(problems.filter((problem) => !isOld(problem))).toEqual([]);
  });
});

describe('installed in an empty folder', () => {
  it('each door is imported in Node without touching a global or printing', () => {
    const program = `
      const globals = () => Reflect.ownKeys(globalThis).map(String).join();
      new Request('http://localhost'); // Node notes on the global that it has loaded its fetch.
      for (const door of ${JSON.stringify([...doors, ...typeDoors])}) {
        const before = globals();
        await import(door);
        if (globals() !== before) throw new Error(door + ' touched a global');
      }`;

    expect(run(process.execPath, '--input-type=module', '-e', program)).toBe('');
  });

  it('the browser’s door has texts in Node and in development, and else codes, which the command explains', () => {
    const program = `
      const { createClient } = await import('tidings');
      try { createClient({ apiKey: 'k', baseUrl: 'nowhere' }); } catch ({ name, message }) { console.log(message); }`;
    const asked = (...conditions: string[]) =>
      run(process.execPath, ...conditions, '--input-type=module', '-e', program).trim();
    const asVisitorsLoadIt = program.replace(
      "'tidings'",
      "'./node_modules/tidings/dist/production/index.js'",
    );
    const command = run(process.execPath, '--input-type=module', '-e', asVisitorsLoadIt).trim();

    expect(asked()).toMatch(/^`baseUrl` must be a whole address/);
    expect(asked('--conditions=development')).toBe(asked());
    expect(command).toMatch(/^npx tidings explain \d+$/);
    expect(run('npx', ...command.split(' ').slice(1)).trim()).toBe(asked());
  });

  it('each door is required by CommonJS', () => {
    const program = `${JSON.stringify([...doors, ...typeDoors])}.forEach((door) => require(door));`;

    expect(run(process.execPath, '--input-type=commonjs', '-e', program)).toBe('');
  });

  it('each script for a page is found by its name', () => {
    const scripts = readdirSync(join(folder, 'node_modules/tidings/dist')).filter((name) =>
      /^tidings.*\.js$/.test(name),
    );
    const program = `${JSON.stringify(scripts)}.forEach((name) => require.resolve('tidings/' + name));`;

    expect(scripts).toContain('tidings.js');
    expect(run(process.execPath, '--input-type=commonjs', '-e', program)).toBe('');
  });

  it.each([
    ['NodeNext modules', doors, { module: 'NodeNext', lib: ['ES2023', 'DOM'], types: [] }],
    [
      'a bundler',
      doors,
      { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2023', 'DOM'], types: [] },
    ],
    ['a server without the DOM', servers, { module: 'NodeNext', lib: ['ES2023'], types: ['node'] }],
  ])('a program for each door type-checks with %s, libraries included', (_, checked, options) => {
    const compilerOptions = {
      ...options,
      target: 'ES2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: checked.map(fileOf) }),
    );
    for (const door of checked) writeFileSync(join(folder, fileOf(door)), programs[door] ?? '');
    expect(run(TSC, '-p', '.')).toBe('');
  });
});

describe('TypeScript that compiles to CommonJS', () => {
  it.each([['nodenext'], ['commonjs', '--moduleResolution', 'bundler']])(
    'gets types, and runs, with modules of %s',
    (...how) => {
      const names = "import { createAdmin, OptionError } from 'tidings/admin';";
      const refused =
        "try { createAdmin({ apiKey: '', baseUrl: '' }); } catch (error) { console.log(error instanceof OptionError); }";
      mkdirSync(join(folder, 'commonjs'), { recursive: true });
      writeFileSync(join(folder, 'commonjs/package.json'), '{}');
      writeFileSync(join(folder, 'commonjs/main.ts'), `${names}\n${refused}`);

      const options = [
        '--ignoreConfig',
        '--strict',
        '--target',
        'es2022',
        '--lib',
        'es2023,dom',
        '--module',
        ...how,
      ];
      expect(run(TSC, ...options, 'commonjs/main.ts')).toBe('');
      expect(run(process.execPath, 'commonjs/main.js')).toBe('true\n');
    },
  );
});

describe('installed beside a framework', () => {
  beforeAll(() => {
    const packages = join(folder, 'node_modules');
    mkdirSync(join(packages, '@types'));
    for (const name of ['@types/react', 'svelte', 'vue'])
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  });

  it.each(['NodeNext', 'ESNext'])('each gets its types, with modules of %s', (module) => {
    const compilerOptions = {
      module,
      moduleResolution: module === 'ESNext' ? 'Bundler' : module,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      target: 'ES2022',
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: typeDoors.map(fileOf) }),
    );
    for (const door of typeDoors) writeFileSync(join(folder, fileOf(door)), typePrograms[door] ?? '');
    expect(run(TSC, '-p', '.')).toBe('');
  });
});

const fileOf = (door: string) => `${door.replaceAll('/', '-')}.ts`;
