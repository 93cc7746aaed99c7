import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** An import that is made when it is needed. */
const IMPORT = /import\('(\.[^']+)\.js'\)/g;
/** What stands in the name of a file that is got later: a cache that holds the one of another version is asked for none. */
const HASH = '[hash]';

/**
 * The name of a file that is got later, as Rollup is told it.
 *
 * @param {string} name - Such as `tidings-inbox.js`.
 */
export const hashedName = (name) => name.replace('.js', `.${HASH}.js`);

/**
 * Lets the one script get files from beside it only if they are those that were built with it, and writes the hashes
 * of all its files to `dist/integrity.json`. The names that version 0.1 had work for one version more.
 *
 * @param {Record<string, string>} later - By the name of each file, the module it was built from.
 * @returns {import('rollup').Plugin}
 */
export const withIntegrity = (later) => ({
  name: 'with-integrity',
  transform(code, id) {
    const checked = withLater(later, code, id, (module) => {
      throw new Error(`${module} has no file of its own in scripts/later-files.js`);
    });
    const get = resolve('src/script-tag/later.ts');
    return checked === code ? null : { code: `import { getLater } from '${get}';${checked}`, map: null };
  },
  writeBundle() {
    for (const name of Object.keys(later)) copyFileSync(`dist/${builtName(name)}`, `dist/${name}`);
    const isOfThis = (/** @type {string} */ name) => /^tidings[^/]*\.js$/.test(name) && !(name in later);
    const names = readdirSync('dist').filter(isOfThis);
    const hashes = Object.fromEntries(names.map((name) => [name, hashOf(name)]));
    writeFileSync('dist/integrity.json', `${JSON.stringify(hashes, undefined, 2)}\n`);
  },
});

/**
 * Lets a file that is got later get those it needs in the same way, by the function that the one script leaves them;
 * what has no file of its own it brings along.
 *
 * @param {Record<string, string>} later
 * @returns {import('rollup').Plugin}
 */
export const withOthers = (later) => ({
  name: 'with-others',
  transform(code, id) {
    const checked = withLater(later, code, id, (_module, asked) => asked);
    // The one script may come after it.
    const get = "const getLater = (...file) => globalThis[Symbol.for('tidings.later')](...file);";
    return checked === code ? null : { code: `${get}${checked}`, map: null };
  },
});

/**
 * A module that gets what has a file of its own with that file's hash.
 *
 * @param {Record<string, string>} later
 * @param {string} code
 * @param {string} id
 * @param {(module: string, asked: string) => string} otherwise - What stands for a module without a file.
 */
function withLater(later, code, id, otherwise) {
  return code.replace(IMPORT, (asked, path) => {
    const module = relative('.', resolve(dirname(id), `${path}.ts`));
    const [name] = Object.entries(later).find(([, input]) => input === module) ?? [];
    return name ? `getLater('${builtName(name)}', '${hashOf(builtName(name))}')` : otherwise(module, asked);
  });
}

/**
 * The name that a file was built under.
 *
 * @param {string} name
 */
function builtName(name) {
  const [start = '', end = ''] = hashedName(name).split(HASH);
  const built = readdirSync('dist').find((one) => one.startsWith(start) && one.endsWith(end) && one !== name);
  if (!built) throw new Error(`dist has no ${name}`);
  return built;
}

/**
 * The hash of a built file, as the attribute `integrity` has it.
 *
 * @param {string} name
 */
function hashOf(name) {
  return `sha256-${createHash('sha256')
    .update(readFileSync(`dist/${name}`))
    .digest('base64')}`;
}
