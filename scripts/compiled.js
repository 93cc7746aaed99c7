import { existsSync } from 'node:fs';
import { dirname, posix, relative, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Compiles each module by itself, without its types: those are checked elsewhere, and a bundle needs none.
 *
 * @type {import('rollup').Plugin}
 */
export const compiled = {
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
    });
    return { code: outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), map: sourceMapText ?? null };
  },
};

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
    const declarations = declarationsOf('src');
    const shown = new Set(doors);
    for (const path of shown) {
      const source = declarations.get(path);
      if (source === undefined) throw new Error(`${path} has no declarations`);
      this.emitFile({ type: 'asset', fileName: path, source });
      for (const [, target] of source.matchAll(/from '(\.[^']+)\.js'/g))
        shown.add(posix.join(posix.dirname(path), `${target}.d.ts`));
    }
  },
});

/** @type {Map<string, string> | undefined} */
let known;

/**
 * The declarations of all modules of a folder, by their paths in it.
 *
 * @param {string} folder
 * @returns {Map<string, string>}
 */
function declarationsOf(folder) {
  if (known) return known;
  /** @type {Map<string, string>} */
  const found = new Map();
  const root = resolve(folder);
  const nowhere = resolve('build/types');
  const configuration = ts.getParsedCommandLineOfConfigFile(
    resolve('tsconfig.build.json'),
    { declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: nowhere },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (!configuration) throw new Error('tsconfig.build.json cannot be read');
  const sources = configuration.fileNames.filter((name) => name.startsWith(`${root}/`));
  const program = ts.createProgram(sources, configuration.options);
  program.emit(undefined, (path, text) => void found.set(relative(nowhere, path), text));
  return (known = found);
}
