import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { minify } from 'terser';
import ts from 'typescript';

const NAME = /-text\.js$/;

/**
 * Makes of the script in `x.ts` the text that `x-text.js` gives: one that runs in a document of its own.
 *
 * @type {import('rollup').Plugin}
 */
export const asText = {
  name: 'as-text',
  resolveId: (id, importer) => (NAME.test(id) && importer ? resolve(dirname(importer), id) : null),
  async load(id) {
    if (!NAME.test(id)) return null;
    const source = id.replace(NAME, '.ts');
    this.addWatchFile(source);
    const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const script = `(() => {${outputText.replace(/^export \{\};$/m, '')}})()`;
    const { code = '' } = await minify(script, { compress: { passes: 2 } });
    // An end tag in it would end the element that holds it.
    return `export default ${JSON.stringify(code.replaceAll('</', '<\\/'))};`;
  },
};
