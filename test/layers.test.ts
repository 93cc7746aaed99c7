import { describe, expect, it } from 'vitest';
import { sources } from './support/sources.js';

const inside = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);
/** What the emulator takes types from. */
const ofTypes = [
  'api',
  'api/models',
  'admin',
  ...inside('admin', 'operations', 'operations/templates', 'calling'),
];
/** What every part stands on. */
const ground = ['errors', 'lib', 'api', 'api/models'];
const client = [...ground, 'browser', 'identity'];
const feature = [...client, 'host'];
const door = [...feature, 'events', 'events/outbox', 'options', 'in-app', 'embedded', 'push'];

/** Whom each part may import, apart from itself. A folder inside another that is named here is a part of its own. */
const below: Record<string, string[]> = {
  errors: [],
  lib: ['errors'],
  api: ['errors', 'lib', 'api/models'],
  'api/models': [],
  browser: ground,
  identity: [...ground, 'browser'],
  host: client,
  events: [...client, 'events/outbox', 'events/delivery'],
  'events/outbox': [...client, 'events'],
  'events/delivery': [...client, 'events', 'events/outbox'],
  'in-app': [...feature, 'in-app/inbox', 'in-app/keeping', 'in-app/preview'],
  'in-app/keeping': [
    ...feature,
    ...['in-app', 'in-app/inbox', 'in-app/native', 'in-app/presenting', 'in-app/showing'],
  ],
  'in-app/inbox': [...feature, 'in-app', 'in-app/keeping'],
  'in-app/native': [...feature, 'in-app', 'in-app/showing'],
  'in-app/preview': [...feature, 'in-app', 'in-app/native', 'in-app/showing'],
  'in-app/presenting': [...feature, 'in-app', 'in-app/keeping', 'in-app/native', 'in-app/showing'],
  'in-app/showing': [...feature, 'in-app'],
  embedded: [...feature, 'embedded/elements', 'embedded/placements'],
  'embedded/elements': [...feature, 'embedded'],
  'embedded/placements': [...feature, 'embedded', 'embedded/elements', 'embedded/display'],
  'embedded/display': [...feature, 'embedded', 'embedded/elements', 'embedded/placements'],
  push: feature,
  analytics: [...feature, 'events'],
  telling: ['errors', ...client, 'events', 'events/outbox'],
  'push/worker': [...client, 'push', 'events', 'events/outbox', 'events/delivery'],
  options: [...client, 'events', 'events/outbox'],
  'update-email': feature,
  relaying: [...ground, 'browser'],
  speaking: [...client, 'relaying', 'events', 'events/outbox', 'events/delivery'],
  'page-life': [...client, 'events', 'events/outbox'],
  client: [...door, 'page-life', 'relaying', 'speaking', 'in-app/inbox', 'telling'],
  plan: ['lib', 'events'],
  inspector: [
    ...[...feature, 'events', 'plan', 'telling', 'in-app', 'in-app/presenting', 'embedded'],
    'embedded/display',
  ],
  index: [
    ...door,
    'analytics',
    'client',
    'telling',
    'telling',
    'update-email',
    'in-app/inbox',
    'in-app/keeping',
    'in-app/native',
    'in-app/presenting',
    'in-app/showing',
    'embedded/display',
    'embedded/elements',
  ],
  'script-tag': ['index', 'inspector', 'lib', 'browser'],
  react: ['index'],
  svelte: ['index'],
  vue: ['index'],
  background: [
    ...client,
    'events',
    'events/outbox',
    'events/delivery',
    'options',
    'relaying',
    'speaking',
    'telling',
  ],
  'service-worker': ['push/worker', 'background'],
  admin: [
    ...ground,
    ...inside('admin', 'operations', 'calling', 'pace', 'bulk', 'exporting', 'tokens', 'jobs'),
  ],
  'admin/pace': ground,
  'admin/calling': [...ground, 'admin/pace'],
  'admin/operations': [...ground, 'admin/calling'],
  'admin/bulk': [...ground, ...inside('admin', 'operations', 'calling', 'pace')],
  'admin/jobs': [...ground, 'admin/bulk'],
  'admin/exporting': [...ground, ...inside('admin', 'operations', 'calling')],
  'admin/tokens': [...ground, 'admin/operations'],
  relay: [...ground, ...inside('admin', 'operations', 'calling', 'pace', 'bulk', 'tokens')],
  'relay/queue': [...ground, 'admin/jobs', 'relay', 'relay/forwarding'],
  command: [
    'errors',
    'lib',
    'admin',
    ...['api/models', 'plan'],
    ...inside('admin', 'calling', 'operations', 'bulk', 'exporting'),
    'command/import',
    'command/fleet',
  ],
  'command/import': [
    ...['errors', 'lib', 'admin', 'command', 'command/fleet'],
    ...inside('admin', 'calling', 'operations', 'bulk'),
  ],
  'command/fleet': ['lib', 'admin', 'admin/jobs', 'command', 'command/import'],
  // A second reading of the service: it checks its own work against our types, and shares none of our logic.
  emulator: [...ofTypes, 'plan', ...inside('emulator', 'time', 'state', 'operation', 'command', 'answering')],
  'emulator/time': [],
  // What is held, and what handlers are written with, stand on nothing else of the emulator.
  'emulator/state': [...ofTypes, 'emulator/time'],
  'emulator/operation': [...ofTypes, 'emulator/time'],
  'emulator/answering': [...ofTypes, 'emulator', ...inside('emulator', 'time', 'state', 'operation')],
  'emulator/command': ['emulator', ...inside('emulator', 'time', 'state', 'operation', 'answering')],
};

/** The only users of a package. */
const users: Record<string, (path: string) => boolean> = {
  'idb-keyval': (path) => path === 'browser/store.ts',
  react: (path) => path === 'react.ts',
  'svelte/elements': (path) => path === 'svelte.ts',
  vue: (path) => path === 'vue.ts',
  'node:fs/promises': (path) =>
    /^admin\/(bulk\/file-(checkpoint|lock)|exporting\/whole-file|jobs\/(folder-store|spill))\.ts$/.test(path),
  'node:os': (path) => /^admin\/(bulk\/file-lock|jobs\/spill)\.ts$/.test(path),
  'node:fs': (path) => /^admin\/jobs\/(folder-store|spill)\.ts$/.test(path),
  'node:crypto': (path) => ['admin/jobs/spill.ts', 'relay/queue/batch.ts'].includes(path),
  'node:path': (path) => path === 'admin/bulk/file-checkpoint.ts',
  '@opentelemetry/api': (path) => path === 'admin/traced.ts',
  bullmq: (path) => path.startsWith('relay/queue/'),
  'csv-parse/stream': (path) => path === 'admin/calling/csv-records.ts',
};

/** The packages that the emulator brings along in its door; its `pull` alone asks a real service, by the door for servers. */
const emulatorPackages =
  /^(tidings\/admin|hono|hono\/cors|@hono\/node-server|zod|handlebars|jose|ky|node:\w+(\/\w+)?)$/;

/** What the command may use of its own: it runs on Node alone. */
const commandModules = /^(node:\w+(\/\w+)?|bullmq|redis)$/;

/** The only modules that make parts of several folders and join them. */
const wiring = [
  ...['client.ts', 'speaking.ts', 'admin/index.ts', 'command/connect.ts', 'emulator/app.ts'],
  ...inside('relay/forwarding', 'service.ts', 'telling-together.ts'),
  ...inside('background', 'background-delivery.ts', 'deliver-in-background.ts'),
];

/** The folders, and the one module, that may speak to the page. */
const inThePage =
  /^((browser|in-app\/(inbox|native|preview|showing)|embedded\/(elements|display)|push|script-tag|inspector|emulator\/console)\/|admin\/index\.ts)/;

/** The innermost part that a source belongs to. */
function partOf(path: string): string {
  const steps = path.replace(/\.ts$/, '').split('/');
  const names = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return names.findLast((name) => name in below) ?? path;
}
const folderOf = (path: string) => path.replace(/\.ts$|\/.*$/g, '');
const imports = sources.flatMap(({ path, imports }) => imports.map((found) => ({ path, ...found })));
const ours = imports.filter(({ target }) => target.endsWith('.ts'));

describe('imports', () => {
  it.each(ours)('$path may import $target', ({ path, target }) => {
    expect([partOf(path), ...(below[partOf(path)] ?? [])]).toContain(partOf(target));
  });

  it.each(imports.filter(({ target }) => !target.endsWith('.ts')))(
    '$path may use $target',
    ({ path, target }) => {
      const own = { emulator: emulatorPackages, command: commandModules }[folderOf(path)];
      expect(own?.test(target) || (folderOf(path) !== 'emulator' && users[target]?.(path))).toBe(true);
    },
  );

  it('of the emulator take nothing but types from the SDK, and what checks a plan', () => {
    const taken = ours.filter(
      ({ path, target }) => folderOf(path) === 'emulator' && folderOf(target) !== 'emulator',
    );
    expect(
      [...new Set(taken.filter(({ isTypeOnly }) => !isTypeOnly).map(({ target }) => target))].sort(),
    ).toEqual(['plan/breaks-of.ts', 'plan/checked-plan.ts', 'plan/read-plan.ts']);
  });

  it('have no cycle, types included', () => {
    let left = ours;
    for (let before = Infinity; left.length < before;) {
      before = left.length;
      const importers = new Set(left.map(({ path }) => path));
      left = left.filter(({ target }) => importers.has(target)); // What leads to a leaf only is in no cycle.
    }
    expect(left.map(({ path, target }) => `${path} -> ${target}`)).toEqual([]);
  });

  it('join the parts of several folders in seven modules only', () => {
    const joined = ours.filter(
      ({ path, target, names }) =>
        ![folderOf(path), 'lib'].includes(folderOf(target)) &&
        names.some((name) => /^(connect|create[A-Z])/.test(name)),
    );
    expect([...new Set(joined.map(({ path }) => path))].filter((path) => !wiring.includes(path))).toEqual([]);
  });
});

/** What only a page has. */
const ofThePage = [
  'window',
  'document',
  'navigator',
  'self',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
];

describe.each(sources.filter(({ path }) => !inThePage.test(path)))('$path', ({ identifiers }) => {
  it('leaves the page alone', () => {
    expect(ofThePage.filter((name) => identifiers.has(name))).toEqual([]);
  });
});

/** What others are given where nobody passes the time in. */
const clock = 'lib/steady-now.ts';

describe.each(sources.filter(({ path }) => path !== clock))('$path', ({ calls }) => {
  it('is told the time and its luck', () => {
    const own = ['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'];
    expect(own.filter((call) => calls.has(call))).toEqual([]);
  });
});
