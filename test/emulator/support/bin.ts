import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll } from 'vitest';
import { contractLimitsModule, contractOpenApiModule } from '../../../scripts/contract.js';
import { watched, type Watched } from '../../support/watched.js';

const ROOT = join(import.meta.dirname, '../../..');

/** The command as Node runs it, made of the sources as they are now; gives the path of its program. */
export function compileCommand(): { program: string; remove(): void } {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  // Inside the project, so that its packages are found.
  const folder = mkdtempSync(join(ROOT, 'build/command-'));
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/^(emulator|plan|lib)\/.*\.ts$/.test(path) || path.endsWith('.d.ts')) continue;
    const target = join(folder, 'src', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const source = readFileSync(join(ROOT, 'src', path), 'utf8');
    writeFileSync(target, ts.transpileModule(source, { compilerOptions: options }).outputText);
  }
  writeFileSync(join(folder, 'src/emulator/answering/contract-limits.js'), contractLimitsModule());
  writeFileSync(join(folder, 'src/emulator/answering/contract-openapi.js'), contractOpenApiModule());
  cpSync(join(ROOT, 'src/emulator/console/page'), join(folder, 'src/emulator/console/page'), {
    recursive: true,
  });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  return {
    program: join(folder, 'src/emulator/command/bin.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Compiles the command before the tests of a suite, and removes it after them; gives what starts it. */
export function compiledCommand(): (...args: string[]) => Running {
  let program = '';
  let remove = () => {};
  beforeAll(() => {
    ({ program, remove } = compileCommand());
  }, 60_000);
  afterAll(() => remove());
  return (...args) => startCommand(program, args);
}

/** A command that runs, and what it said. */
export interface Running extends Watched {
  child: ChildProcess;
  /** Where it answers, once it does. */
  url(): Promise<string>;
}

/** Starts the command; it is killed when the test ends. */
function startCommand(program: string, args: string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = watched(child);

  async function url(): Promise<string> {
    for (;;) {
      const [, found] = /Service\s+(http:\S+)/.exec(seen.output()) ?? [];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`The command ended: ${seen.errors()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return { child, ...seen, url };
}
