import { describe, expect, it } from 'vitest';
import { sources } from './support/sources.js';

/** Whom each part may import, apart from itself. */
const below: Record<string, string[]> = {
  errors: [],
  lib: ['errors'],
  api: ['errors', 'lib'],
  browser: ['errors', 'lib', 'api'],
  identity: ['errors', 'lib', 'api', 'browser'],
  events: ['errors', 'lib', 'api', 'browser', 'identity'],
  'in-app': ['errors', 'lib', 'api', 'browser', 'identity', 'events'],
  embedded: ['errors', 'lib', 'api', 'browser', 'identity', 'events'],
  push: ['errors', 'lib', 'api', 'browser', 'identity', 'events'],
  options: ['errors', 'lib', 'api', 'identity', 'events'],
  client: ['options', 'errors', 'lib', 'api', 'browser', 'identity', 'events', 'in-app', 'embedded', 'push'],
  index: ['errors', 'api', 'identity', 'events', 'options', 'in-app', 'embedded', 'push', 'client'],
  'script-tag': ['index', 'lib', 'browser'],
  react: ['index'],
  svelte: ['index'],
  vue: ['index'],
  'service-worker': ['push'],
  admin: ['errors', 'lib', 'api'],
  command: ['errors', 'admin'],
  // A second reading of the service: it checks its own work against our types, and shares none of our logic.
  emulator: ['api', 'admin'],
};

/** The only users of a package. */
const users: Record<string, (path: string) => boolean> = {
  'idb-keyval': (path) => path === 'browser/store.ts',
  react: (path) => path === 'react.ts',
  'svelte/elements': (path) => path === 'svelte.ts',
  vue: (path) => path === 'vue.ts',
  'node:fs/promises': (path) =>
    ['admin/bulk/file-checkpoint.ts', 'admin/exporting/save-export.ts'].includes(path),
  'rate-limiter-flexible': (path) => path === 'admin/pace/redis-pace.ts',
  udsv: (path) => path === 'admin/csv-rows.ts',
  'csv-parse': (path) => path === 'command/input-file.ts',
};

/** The packages that the emulator brings along in its door. */
const emulatorPackages = /^(hono|hono\/cors|@hono\/node-server|zod|handlebars|jose|node:\w+(\/\w+)?)$/;

/** What the command may use of its own: it runs on Node alone. */
const commandModules = /^node:\w+(\/\w+)?$/;

/** The only modules that make parts of several folders and join them. */
const wiring = ['client.ts', 'admin/index.ts', 'command/command.ts', 'emulator/app.ts'];

/** The modules that may speak to the page. */
const inThePage =
  /^(browser\/|in-app\/(frame|bridge)|in-app\/.*element|embedded\/elements\/|push\/|script-tag\/|emulator\/console\/|admin\/index\.ts)/;

const partOf = (path: string) => path.replace(/\.ts$|\/.*$/g, '');
const imports = sources.flatMap(({ path, imports }) => imports.map((found) => ({ path, ...found })));
const ours = imports.filter(({ target }) => target.endsWith('.ts'));

describe('imports', () => {
  it.each(ours)('$path may import $target', ({ path, target }) => {
    expect([partOf(path), ...(below[partOf(path)] ?? [])]).toContain(partOf(target));
  });

  it.each(imports.filter(({ target }) => !target.endsWith('.ts')))(
    '$path may use $target',
    ({ path, target }) => {
      const own = { emulator: emulatorPackages, command: commandModules }[partOf(path)];
      expect(own?.test(target) || (partOf(path) !== 'emulator' && users[target]?.(path))).toBe(true);
    },
  );

  it('of the emulator take nothing but types from the SDK', () => {
    const taken = ours.filter(
      ({ path, target }) => partOf(path) === 'emulator' && partOf(target) !== 'emulator',
    );
    expect(taken.filter(({ isTypeOnly }) => !isTypeOnly)).toEqual([]);
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

  it('join the parts of several folders in four modules only', () => {
    const joined = ours.filter(
      ({ path, target, names }) =>
        ![partOf(path), 'lib'].includes(partOf(target)) &&
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

describe.each(sources)('$path', ({ calls }) => {
  it('is told the time and its luck', () => {
    const own = ['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'];
    expect(own.filter((call) => calls.has(call))).toEqual([]);
  });
});
