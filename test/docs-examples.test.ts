import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The pages whose examples are checked, and how many there are at least. */
const pages: [page: string, atLeast: number][] = [
  ['server', 6],
  ['push', 4],
];

it.each(pages)('the examples of docs/%s.md type-check', { timeout: 120_000 }, (page, atLeast) => {
  const text = readFileSync(join(ROOT, `docs/${page}.md`), 'utf8');
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => code);
  const files = new Map(examples.map((code, index) => [join(ROOT, `docs/example-${index}.ts`), code]));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent(
    {
      compilerOptions: {
        ...config.compilerOptions,
        paths: {
          tidings: ['./src/index.ts'],
          'tidings/admin': ['./src/admin/index.ts'],
          'tidings/service-worker': ['./src/service-worker.ts'],
        },
      },
      files: [],
    },
    ts.sys,
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const code = files.get(path);
    return code === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, code, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = [...files.keys()].flatMap((path) => [
    ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
  ]);

  expect(examples.length).toBeGreaterThanOrEqual(atLeast);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});
