import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { examples, examplesIn, folderOf, moduleName, moduleOf, pages } from './support/examples.js';

const ROOT = join(import.meta.dirname, '..');

/** The files of the disk that some program has read, for the others to share. */
const onDisk = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of each of some modules that are on no disk. */
function problemsOf(modules: Map<string, string>, options: ts.CompilerOptions = {}): Map<string, string[]> {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: { paths: object } };
  };
  const paths = {
    ...config.compilerOptions.paths,
    'tidings/service-worker': ['./src/service-worker.ts'],
  };
  const all = { compilerOptions: { ...config.compilerOptions, paths }, files: [] };
  const parsed = ts.parseJsonConfigFileContent(all, ts.sys, ROOT).options;
  const host = ts.createCompilerHost({ ...parsed, ...options });
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => modules.get(path) ?? readFile(path);
  host.directoryExists = () => true;
  host.getSourceFile = (path, version) => {
    const code = modules.get(path);
    if (code !== undefined) return ts.createSourceFile(path, code, version);
    if (!onDisk.has(path)) onDisk.set(path, getSourceFile(path, version));
    return onDisk.get(path);
  };
  const program = ts.createProgram([...modules.keys()], { ...parsed, ...options }, host);
  const problems = [...modules.keys()].map((path) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return [
      path.replace(`${ROOT}/`, ''),
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ] as const;
  });
  return new Map(problems.filter(([, found]) => found.length));
}

/** The modules of the pages by where they would be, and the files of JSON that they import. */
function modulesOf(all: typeof examples): Map<string, string> {
  return new Map(
    all
      .filter(({ language, file }) => /^tsx?$/.test(language) || (language === 'json' && file))
      .map((example) => [
        join(ROOT, folderOf(example), moduleName(example)),
        example.language === 'json' ? example.code : moduleOf(example, all),
      ]),
  );
}

/** The scripts in the HTML of the pages, by where they would be. */
const scripts = new Map(
  examples
    .filter(({ language, isWritten }) => language === 'html' && !isWritten)
    .flatMap((example) =>
      [...example.code.matchAll(/<script(?: type="module")?>([^]*?)<\/script>/g)].map(
        ([, code = ''], index) =>
          [
            join(ROOT, folderOf(example), `line-${example.line}-${index}.js`),
            `${code}\nexport {};\n`,
          ] as const,
      ),
    ),
);

/** A page whose second example goes wrong. */
const wrong = examplesIn(
  'wrong.md',
  [
    '```ts',
    "import { createClient } from 'tidings';",
    "const client = createClient({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com' });",
    '```',
    '',
    '```ts',
    'await client.track(7);',
    '```',
  ].join('\n'),
);

/** The pages whose tables show calls, and the column these stand in. */
const tables: [page: string, column: string][] = [
  ['README.md', 'call'],
  ['docs/coming-from.md', 'Tidings'],
];

/** What the calls in those tables use. */
const GIVEN = `
import { createClient, startContext, startEmbedded, startInApp, startPageViews, startPush, startStats, updateEmail } from 'tidings';
import { startInspector } from 'tidings/inspector';
import { deliverInBackground, showPushes } from 'tidings/service-worker';
import { createAdmin, readWebhook, tokenHandler } from 'tidings/admin';
import { saveExport } from 'tidings/admin/files';
import { traced } from 'tidings/admin/opentelemetry';
import { createEmulator } from 'tidings/emulator';
import type { Client, CommerceItem, Context, Embedded, InApp, Plugin, Push } from 'tidings';
import type { Admin, Checkpoint, UserUpdateInBatch } from 'tidings/admin';

declare const [client, inApp, embedded, push, context, admin]: [Client, InApp, Embedded, Push, Context, Admin];
declare const [apiKey, baseUrl, secret, authorization, applicationServerKey]: string[] & Record<0 | 1 | 2 | 3 | 4, string>;
declare const [items, people, plugin, checkpoint]: [CommerceItem[], UserUpdateInBatch[], Plugin, Checkpoint];
declare const getToken: () => Promise<string>;
declare const [user, openUrl, onStats, listener]: [() => { email: string }, (url: string) => void, () => boolean, () => void];
declare const request: Request;
`;

/** The calls in one column of the tables of a page. */
function callsIn(page: string, column: string): string[] {
  const tokens = marked.lexer(readFileSync(join(ROOT, page), 'utf8'));
  const found = tokens.filter((token): token is Tokens.Table => token.type === 'table');
  return found.flatMap(({ header, rows }) => {
    const index = header.findIndex(({ text }) => text === column);
    const cells = rows.flatMap((row) => row[index]?.tokens ?? []);
    const codes = cells.filter((token): token is Tokens.Codespan => token.type === 'codespan');
    return codes.map(({ text }) => text).filter((text) => /^[\w.]+\(/.test(text));
  });
}

const modules = modulesOf(examples);
/** Of all at once, since most of the work is what they share. */
const problems = problemsOf(new Map([...modules, ...modulesOf(wrong)]));

describe('the examples of the README and the guides', () => {
  it('type-check, and are found wrong when they are', () => {
    expect(modules.size).toBeGreaterThan(30);
    expect(Object.fromEntries(problems)).toEqual({
      'build/examples/wrong/line-6.ts': [
        "Argument of type 'number' is not assignable to parameter of type 'string'.",
      ],
    });
  });

  it('type-check in HTML too', () => {
    const globals = join(ROOT, 'build/examples/globals.d.ts');
    // The client is there where the tag asks for one.
    const names = "declare const tidings: typeof import('tidings') & { client: import('tidings').Client };";
    const inPages = new Map([...scripts, [globals, names]]);

    expect(scripts.size).toBeGreaterThan(0);
    expect(problemsOf(inPages, { noImplicitAny: false })).toEqual(new Map());
  });

  it.each(tables)('type-check in the tables of %s, each call by itself', (page, column) => {
    const calls = callsIn(page, column);
    const path = join(ROOT, 'build/examples', `${page.replace(/\W/g, '-')}.ts`);
    const program = (all: string[]) =>
      new Map([[path, `${GIVEN}\n${all.map((call) => `() => ${call};`).join('\n')}`]]);

    expect(calls.length).toBeGreaterThan(20);
    expect(problemsOf(program(calls))).toEqual(new Map());
    expect(problemsOf(program(['client.track(7)'])).size).toBe(1);
  });

  it('are in a language that is checked, or that nobody compiles', () => {
    const languages = new Set(examples.map(({ language }) => language));

    expect([...languages].sort()).toEqual([
      'astro',
      'css',
      'html',
      'js',
      'json',
      'sh',
      'svelte',
      'text',
      'ts',
      'tsx',
      'vue',
      'yaml',
    ]);
  });

  it('are on every page of a feature', () => {
    const silent = pages.filter((page) => !examples.some((example) => example.page === page));

    expect(silent).toEqual([
      'docs/bench.md',
      'docs/delivery-model.md',
      'docs/index.md',
      'docs/operations.md',
      'docs/proof.md',
      'docs/security.md',
    ]);
  });
});
