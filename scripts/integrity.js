import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** An import that is made when it is needed. */
const IMPORT = /import\('(\.[^']+)\.js'\)/g;

/**
 * Lets the one script get files from beside it only if they are those that were built with it, and writes the hashes
 * of all its files to `dist/integrity.json`.
 *
 * @param {Record<string, string>} later - By the name of each file, the module it was built from.
 * @returns {import('rollup').Plugin}
 */
export const withIntegrity = (later) => ({
  name: 'with-integrity',
  transform(code, id) {
    const get = resolve('src/script-tag/later.ts');
    const checked = code.replace(IMPORT, (_, path) => {
      const module = relative('.', resolve(dirname(id), `${path}.ts`));
      const [name] = Object.entries(later).find(([, input]) => input === module) ?? [];
      if (!name) throw new Error(`${module} has no file of its own in rollup.config.mjs`);
      return `getLater('${name}', '${hashOf(name)}')`;
    });
    return checked === code ? null : { code: `import { getLater } from '${get}';${checked}`, map: null };
  },
  writeBundle() {
    const names = readdirSync('dist').filter((name) => /^tidings[^/]*\.js$/.test(name));
    const hashes = Object.fromEntries(names.map((name) => [name, hashOf(name)]));
    writeFileSync('dist/integrity.json', `${JSON.stringify(hashes, undefined, 2)}\n`);
  },
});

/**
 * The hash of a built file, as the attribute `integrity` has it.
 *
 * @param {string} name
 */
function hashOf(name) {
  return `sha384-${createHash('sha384')
    .update(readFileSync(`dist/${name}`))
    .digest('base64')}`;
}
