import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The server door as Node runs it, made of the sources as they are now; gives the path of its module. */
export function compileAdmin(): string {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  // Inside the project, so that its packages are found.
  const folder = mkdtempSync(join(ROOT, 'build/admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/^(admin|api|lib)\/.*\.ts$|^errors\.ts$/.test(path)) continue;
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(ROOT, 'src', path), 'utf8'), {
      compilerOptions,
    });
    writeFileSync(target, outputText);
  }
  return join(folder, 'admin/index.js');
}
