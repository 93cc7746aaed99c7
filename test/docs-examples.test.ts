import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('the examples of docs/server.md type-check', { timeout: 120_000 }, () => {
  const text = readFileSync(join(ROOT, 'docs/server.md'), 'utf8');
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => code);
  const files = new Map(examples.map((code, index) => [join(ROOT, `docs/example-${index}.ts`), code]));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent(
    {
      compilerOptions: { ...config.compilerOptions, paths: { 'tidings/admin': ['./src/admin/index.ts'] } },
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

  expect(examples.length).toBeGreaterThanOrEqual(6);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});
