import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { defineConfig } from 'rollup';
import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';
import { asText } from './scripts/as-text.js';
import { coded, compiled, types } from './scripts/compiled.js';
import { csvParse } from './scripts/csv-parse.js';
import { contractParts } from './scripts/contract.js';
import { operationWords } from './scripts/operation-words.js';
import { knownErrors } from './scripts/error-codes.js';
import { hashedName, withIntegrity, withOthers } from './scripts/integrity.js';
import { later } from './scripts/later-files.js';
import { minified } from './scripts/minified.js';

/** zod keeps two registries on the global; in our door they stay inside, where importing touches nothing. */
const noGlobals = {
  name: 'no-globals',
  transform: (code, id) =>
    /\/zod\/v4\/core\/(core|registries)\.js$/.test(id)
      ? { code: `const inside = {}; ${code.replaceAll('globalThis', 'inside')}`, map: null }
      : null,
};

/** The doors that bring types alone: what they are compiled to is empty. */
const typeDoors = ['react', 'svelte', 'vue'];
/** The doors for servers. */
const serverDoors = [
  ...['index', 'files', 'jobs', 'opentelemetry', 'redis'].map((door) => `admin/${door}`),
  ...['relay/index', 'relay/queue'],
];

const CONSOLE_PAGE = 'src/emulator/console/page';

/** The console's page is served as it is written, but for the package that it uses. */
const consolePage = {
  name: 'console-page',
  generateBundle() {
    for (const name of readdirSync(CONSOLE_PAGE).filter((name) => name !== 'ky.js')) {
      const source = readFileSync(posix.join(CONSOLE_PAGE, name));
      this.emitFile({ type: 'asset', fileName: `emulator/console/${name}`, source });
    }
  },
};

/** A package's own warnings are its maintainers' to heed. */
const onwarn = (warning, warn) => {
  if (![warning.id, ...(warning.ids ?? [])].some((id) => id?.includes('node_modules'))) warn(warning);
};

/** @param {string} name */
const inSources = (name) => `src/${name}.ts`;
const isPanel = (id) => id.endsWith('/panel/panel.js');
const toScripts = { dir: 'build/demo/scripts', format: 'es', sourcemap: true, chunkFileNames: '[name].js' };

const toDist = { dir: 'dist', format: 'es', sourcemap: true };
const toProduction = { ...toDist, dir: 'dist/production' };
/** What is loaded at once goes in one file, but for what few ask for, and what that shares with what comes later. */
const toFew = {
  'at-once': ['client', 'update-email', 'in-app/in-app', 'embedded/embedded', 'push/push'].map(inSources),
  analytics: ['context', 'page-views', 'sampling', 'stats'].map((name) => inSources(`analytics/${name}`)),
  kept: ['host/device', 'host/feed', 'host/kept-for-user', 'in-app/message'].map(inSources),
  page: ['browser/navigation', 'browser/style-sheet', 'browser/surroundings'].map(inSources),
};

export default defineConfig([
  // The doors as pages import them: one module per source, with its types.
  {
    input: ['src/index.ts', 'src/service-worker.ts', 'src/plan.ts', 'src/inspector.ts'],
    external: ['idb-keyval'],
    output: { ...toDist, preserveModules: true, preserveModulesRoot: 'src' },
    plugins: [
      asText,
      knownErrors,
      compiled,
      types('index.d.ts', 'service-worker.d.ts', 'plan.d.ts', 'inspector.d.ts'),
    ],
    onwarn,
  },
  // Those of servers in few files, since each costs half a millisecond before the first call. All doors throw the same errors.
  {
    input: {
      errors: 'src/errors.ts',
      ...Object.fromEntries(serverDoors.map((door) => [door, `src/${door}.ts`])),
    },
    external: ['csv-parse/stream', '@opentelemetry/api', 'bullmq', /^node:/],
    output: {
      ...toDist,
      ...{
        chunkFileNames: 'admin/[name]-shared.js',
        // What a door loads later would else be got from the door itself, which then brings nothing but a list.
        manualChunks: (id) => (/\/(lib|export-error)[/.]/.test(id) ? 'lib' : undefined),
        hoistTransitiveImports: false,
        minifyInternalExports: false,
      },
      // Seen from its only user.
      paths: { 'csv-parse/stream': '../packages/csv-parse.js' },
    },
    // No module does anything but give, so that none is imported for nothing, of which bundlers would warn.
    treeshake: { moduleSideEffects: false },
    plugins: [knownErrors, compiled, types(...serverDoors.map((door) => `${door}.d.ts`))],
    onwarn,
  },
  {
    input: { 'command/bin': 'src/command/bin.ts' },
    external: ['csv-parse/stream', 'bullmq', 'redis', /^node:/],
    output: { ...toDist, paths: { 'csv-parse/stream': '../packages/csv-parse.js' } },
    plugins: [asText, knownErrors, operationWords, compiled],
    onwarn,
  },
  // What the server door brings along, in a folder that npm does not leave out.
  {
    input: { 'packages/csv-parse': 'csv-parse/stream' },
    output: toDist,
    plugins: [csvParse, resolve({ preferBuiltins: false }), commonjs()],
    onwarn,
  },
  // Those of them that visitors load, in few files: of each that others share, bundlers may make one that a page asks for
  // by itself, before it starts.
  {
    input: ['src/index.ts', 'src/plan.ts', 'src/inspector.ts'],
    external: ['idb-keyval'],
    output: {
      ...toProduction,
      ...{ chunkFileNames: '[name].js', manualChunks: toFew },
      ...{ hoistTransitiveImports: false, minifyInternalExports: false },
    },
    plugins: [asText, coded],
  },
  // It is of another program than a page.
  {
    input: 'src/service-worker.ts',
    external: ['idb-keyval'],
    output: { ...toProduction, inlineDynamicImports: true },
    plugins: [coded],
  },
  {
    input: typeDoors.map((name) => `src/${name}.ts`),
    output: { dir: 'dist', format: 'es' },
    plugins: [compiled, types(...typeDoors.map((name) => `${name}.d.ts`))],
    onwarn: (warning, warn) => warning.code === 'EMPTY_BUNDLE' || warn(warning),
  },
  // The emulator brings its packages along, so that installing Tidings does not.
  {
    input: { 'emulator/app': 'src/emulator/app.ts', 'emulator/command/bin': 'src/emulator/command/bin.ts' },
    external: [/^node:/, 'fs', 'tidings/admin'],
    // Handlebars asks for `fs` by its old name.
    output: { ...toDist, chunkFileNames: 'emulator/[name].js', paths: { fs: 'node:fs' } },
    plugins: [
      contractParts,
      resolve(),
      commonjs(),
      noGlobals,
      compiled,
      types('emulator/app.d.ts'),
      consolePage,
    ],
    onwarn,
  },
  {
    input: { 'emulator/console/ky': posix.join(CONSOLE_PAGE, 'ky.js') },
    output: { dir: 'dist', format: 'es' },
    plugins: [resolve({ browser: true }), minified()],
  },
  // One script, which gets the others from beside it when they are needed, and knows their hashes: it is built last.
  ...Object.entries(later).map(([name, input]) => ({
    input,
    // What of it bundlers keep apart for few visitors is in it.
    output: {
      ...toDist,
      entryFileNames: hashedName(name),
      hashCharacters: 'hex',
      inlineDynamicImports: true,
    },
    plugins: [asText, knownErrors, resolve({ browser: true }), coded, withOthers(later), minified()],
  })),
  {
    input: 'src/script-tag/stub.ts',
    output: { file: 'dist/tidings-stub.js', format: 'es' },
    // The name of the global stays where it can be found and changed.
    plugins: [coded, minified({ compress: { passes: 3, inline: false, reduce_vars: false } })],
  },
  ...['analytics', 'inspector'].map((name) => ({
    input: `src/script-tag/${name}.ts`,
    output: { file: `dist/tidings-${name}.js`, format: 'iife', inlineDynamicImports: true, sourcemap: true },
    plugins: [asText, resolve({ browser: true }), coded, withOthers(later), minified()],
  })),
  {
    input: 'src/script-tag.ts',
    output: { file: 'dist/tidings.js', format: 'iife', sourcemap: true },
    plugins: [
      asText,
      resolve({ browser: true }),
      coded,
      withIntegrity(later),
      minified({
        compress: {
          ...{ passes: 4, ecma: 2022, keep_infinity: true },
          ...{ unsafe_arrows: true, unsafe_methods: true, keep_fargs: false },
        },
      }),
    ],
  },
  // Scripts for service workers without a bundler, and for browsers whose service workers are not modules: one that shows
  // pushes, and one that delivers in the background besides.
  ...Object.entries({
    'tidings-service-worker': 'src/push/worker/show-pushes.ts',
    'tidings-background': 'src/service-worker.ts',
  }).map(([name, input]) => ({
    input,
    output: { file: `dist/${name}.js`, format: 'iife', name: 'tidings', sourcemap: true },
    plugins: [resolve({ browser: true }), coded, minified()],
  })),
  // The demo uses the doors as built above, as any site would.
  {
    input: { main: 'demo/shop/scripts/main.ts' },
    external: isPanel,
    output: { ...toScripts, paths: (id) => (isPanel(id) ? './panel.js' : id) },
    plugins: [resolve({ browser: true }), compiled, minified()],
  },
  // The panel is by itself, so that the shop can be measured without it.
  {
    input: { panel: 'demo/panel/panel.ts' },
    output: toScripts,
    plugins: [resolve({ browser: true }), compiled, minified()],
  },
  {
    input: 'demo/admin/page/page.ts',
    output: { file: 'build/demo/admin/page.js', format: 'es', sourcemap: true },
    plugins: [resolve({ browser: true }), compiled],
  },
  {
    input: { demo: 'demo/demo.ts', service: 'demo/service.ts', server: 'demo/server.ts' },
    external: [/^node:/, /^hono/, '@hono/node-server', /^tidings\//, 'zod'],
    output: { dir: 'build/demo', format: 'es', sourcemap: true, chunkFileNames: '[name].js' },
    plugins: [compiled],
  },
]);
