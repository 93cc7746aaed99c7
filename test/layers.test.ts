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
  client: ['errors', 'lib', 'api', 'browser', 'identity', 'events', 'in-app', 'embedded', 'push'],
  index: ['errors', 'api', 'events', 'in-app', 'embedded', 'push', 'client'],
  'script-tag': ['index'],
  'service-worker': ['push'],
  admin: ['errors', 'lib', 'api'],
  // A second reading of the service: it checks its own work against our types, and shares none of our logic.
  emulator: ['api', 'admin'],
};

/** The only users of a package. */
const users: Record<string, (path: string) => boolean> = {
  ky: (path) => path === 'api/endpoint.ts',
  'idb-keyval': (path) => path === 'browser/store.ts',
  hono: (path) => partOf(path) === 'emulator',
  'hono/cors': (path) => partOf(path) === 'emulator',
  zod: (path) => partOf(path) === 'emulator',
};

/** The only modules that make parts of several folders and join them. */
const wiring = ['client.ts', 'admin/index.ts', 'emulator/app.ts'];

/** The modules that may speak to the page. */
const inThePage = /^(browser\/|in-app\/frame|in-app\/.*element|embedded\/elements\/|push\/|admin\/index)/;

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
      expect(users[target]?.(path)).toBe(true);
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

  it('join the parts of several folders in three modules only', () => {
    const joined = ours.filter(
      ({ path, target, names }) =>
        partOf(path) !== partOf(target) && names.some((name) => /^(connect|create[A-Z])/.test(name)),
    );
    expect([...new Set(joined.map(({ path }) => path))].filter((path) => !wiring.includes(path))).toEqual([]);
  });
});

describe.each(sources.map(({ path, text }) => [path, code(text)] as const))('%s', (path, text) => {
  it(inThePage.test(path) ? 'may speak to the page' : 'leaves the page alone', () => {
    const speaks = /\b(window|document|navigator|localStorage|sessionStorage)\b[.\s[]/.test(text);
    expect(speaks && !inThePage.test(path)).toBe(false);
  });

  it('is told the time and its luck', () => {
    expect(text).not.toMatch(/\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/);
  });
});

/** A source without its comments and texts. */
function code(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');
}
