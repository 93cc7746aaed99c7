import { dirname, resolve } from 'node:path';
import { minify } from 'terser';
import { rollup } from 'rollup';
import { compiled } from './compiled.js';

const NAME = /-text\.js$/;

/**
 * Makes of the script in `x.ts`, with all that it imports, the text that `x-text.js` gives: one that runs in a document
 * of its own.
 *
 * @type {import('rollup').Plugin}
 */
export const asText = {
  name: 'as-text',
  resolveId: (id, importer) => (NAME.test(id) && importer ? resolve(dirname(importer), id) : null),
  async load(id) {
    if (!NAME.test(id)) return null;
    const bundle = await rollup({ input: id.replace(NAME, '.ts'), plugins: [compiled] });
    for (const source of bundle.watchFiles) this.addWatchFile(source);
    const [script] = (await bundle.generate({ format: 'iife', strict: false })).output;
    const { code = '' } = await minify(script.code, {
      compress: { passes: 3, ecma: 2020, unsafe_arrows: true },
    });
    // An end tag in it would end the element that holds it.
    return `export default ${JSON.stringify(code.replaceAll('</', '<\\/'))};`;
  },
};
