import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll } from 'vitest';
import { textsModule } from '../../scripts/error-codes.js';
import { operationWordsModule } from '../../scripts/operation-words.js';

const ROOT = join(import.meta.dirname, '../..');

/** Makes the command `tidings` as Node runs it, for the tests of a file; tells them the path of its program. */
export function compileTidings(): () => string {
  let program = '';
  let remove = () => {};
  beforeAll(() => {
    const server = compileServer();
    program = join(server.folder, 'src/command/bin.js');
    ({ remove } = server);
  });
  afterAll(() => remove());
  return () => program;
}

/** What runs on a server, apart from the emulator, in a folder of its own. */
function compileServer(): { folder: string; remove(): void } {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  // Inside the project, so that its packages are found.
  const folder = mkdtempSync(join(ROOT, 'build/admin-'));
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/^(admin|api|command|lib|plan)\/.*\.ts$|^errors\.ts$/.test(path)) continue;
    if (path.endsWith('.d.ts')) continue;
    const target = join(folder, 'src', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(ROOT, 'src', path), 'utf8'), {
      compilerOptions,
    });
    writeFileSync(target, outputText);
  }
  writeFileSync(join(folder, 'src/lib/error-texts.js'), textsModule());
  writeFileSync(join(folder, 'src/command/operations/operation-words.js'), operationWordsModule());
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
