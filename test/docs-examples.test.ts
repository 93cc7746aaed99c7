import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { examples, examplesIn, folderOf, moduleName, moduleOf, pages } from './support/examples.js';

const ROOT = join(import.meta.dirname, '..');

/** What the compiler says of modules that are on no disk. */
function problemsOf(modules: Map<string, string>, options: ts.CompilerOptions = {}): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: { paths: object } };
  };
  const paths = {
    ...config.compilerOptions.paths,
    'tidings/admin': ['./src/admin/index.ts'],
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
    return code === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, code, version);
  };
  const program = ts.createProgram([...modules.keys()], { ...parsed, ...options }, host);
  return [...modules.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${path.replace(`${ROOT}/`, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** The modules of the pages by where they would be. */
function modulesOf(all: typeof examples): Map<string, string> {
  return new Map(
    all
      .filter(({ language }) => language === 'ts' || language === 'tsx')
      .map((example) => [join(ROOT, folderOf(example), moduleName(example)), moduleOf(example, all)]),
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

describe('the examples of the README and the guides', { timeout: 120_000 }, () => {
  it('type-check', () => {
    const modules = modulesOf(examples);

    expect(modules.size).toBeGreaterThan(30);
    expect(problemsOf(modules)).toEqual([]);
  });

  it('type-check in HTML too', () => {
    const globals = join(ROOT, 'build/examples/globals.d.ts');
    const modules = new Map([...scripts, [globals, "declare const tidings: typeof import('tidings');"]]);

    expect(scripts.size).toBeGreaterThan(0);
    expect(problemsOf(modules, { noImplicitAny: false })).toEqual([]);
  });

  it('are found wrong when they are', () => {
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

    expect(problemsOf(modulesOf(wrong))).toEqual([
      "build/examples/wrong/line-6.ts: Argument of type 'number' is not assignable to parameter of type 'string'.",
    ]);
  });

  it('are in a language that is checked, or that nobody compiles', () => {
    const languages = new Set(examples.map(({ language }) => language));

    expect([...languages].sort()).toEqual([
      'css',
      'html',
      'js',
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

    expect(silent).toEqual(['demo/docs/index.md', 'demo/docs/operations.md', 'demo/docs/security.md']);
  });
});
