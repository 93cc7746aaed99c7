import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import ts from 'typescript';
import { withCodes } from './error-codes.js';
import { withShortNames } from './short-names.js';
import { withArrows } from './arrows.js';
import { withTightStyles } from './tight-styles.js';

/** Where the compiler writes the declarations of all modules. */
const DECLARATIONS = 'build/types';

/**
 * Compiles each module by itself, without its types: those are checked elsewhere, and a bundle needs none.
 *
 * @param {ts.CustomTransformers} [transformers]
 * @returns {import('rollup').Plugin}
 */
const compiling = (transformers) => ({
  name: 'compiled',
  resolveId(id, importer) {
    if (!importer || !/^\..*\.js$/.test(id)) return null;
    const source = resolve(dirname(importer), id.replace(/\.js$/, '.ts'));
    return existsSync(source) ? source : null;
  },
  transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, sourceMap: true };
    const { outputText, sourceMapText } = ts.transpileModule(code, {
      fileName: id,
      compilerOptions: { ...compilerOptions, verbatimModuleSyntax: true },
      ...(transformers && { transformers }),
    });
    return { code: outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), map: sourceMapText ?? null };
  },
});

/** With its errors as they are written. */
export const compiled = compiling();
/** With a code in place of each error's text, short names and tight styles, for visitors. */
export const coded = compiling({ before: [withCodes, withShortNames, withArrows, withTightStyles] });

/**
 * Puts the types of some doors beside them, and of the modules they show, but of no others: those may name packages that
 * users do not have.
 *
 * @param {...string} doors - Their files, seen from `src`.
 * @returns {import('rollup').Plugin}
 */
export const types = (...doors) => ({
  name: 'types',
  generateBundle() {
    const shown = new Set(doors);
    for (const path of shown) {
      const source = declarationsOf(path);
      this.emitFile({ type: 'asset', fileName: path, source });
      for (const [, target] of source.matchAll(/from '(\.[^']+)\.js'/g))
        shown.add(posix.join(posix.dirname(path), `${target}.d.ts`));
    }
  },
});

let areWritten = false;

/**
 * The declarations of a module.
 *
 * @param {string} path - Of its declarations, seen from `src`.
 */
function declarationsOf(path) {
  if (!areWritten) {
    rmSync(DECLARATIONS, { recursive: true, force: true });
    const { status } = spawnSync(
      'node_modules/native-typescript/bin/tsc',
      ['-p', 'tsconfig.build.json', '--outDir', DECLARATIONS],
      { stdio: 'inherit' },
    );
    if (status !== 0) throw new Error('The types could not be written; what is wrong is said above.');
    areWritten = true;
  }
  return readFileSync(join(DECLARATIONS, path), 'utf8');
}
