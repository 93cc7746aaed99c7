import { isDeepStrictEqual } from 'node:util';

/** @typedef {Record<string, unknown> & { version: string }} Manifest - What `package.json` says. */

/** @typedef {{ version: string, packages: Record<string, Record<string, unknown>> }} Lock - What `package-lock.json` says. */

/** What the lock file repeats of `package.json`. */
const REPEATED = [
  'name',
  'version',
  'license',
  'engines',
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
];

/**
 * What is wrong with the change log of a version that is to be published: it must tell of that one first, with its day.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string[]}
 */
export function changelogFaults(changelog, version) {
  const [, heading = 'nothing'] = /^## (.*)$/m.exec(changelog) ?? [];
  const isRight = heading.startsWith(`${version} (`) && /\(\d{4}-\d{2}-\d{2}\)$/.test(heading);
  return isRight ? [] : [`CHANGELOG.md begins with \`${heading}\`, not with \`${version} (its day)\``];
}

/**
 * What is wrong with a lock file: it must say of the project what `package.json` does, and no address that packages
 * came from, since that is one of somebody's own.
 *
 * @param {Manifest} manifest
 * @param {Lock} lock
 * @returns {string[]}
 */
export function lockFaults(manifest, lock) {
  const { '': own = {}, ...others } = lock.packages;
  const other = REPEATED.filter((name) => !isDeepStrictEqual(own[name], manifest[name]));
  const addressed = Object.keys(others).filter((path) => 'resolved' in (others[path] ?? {}));
  return [
    ...other.map((name) => `package-lock.json has another \`${name}\` than package.json`),
    ...(lock.version === manifest.version ? [] : ['package-lock.json is of another version']),
    ...addressed.map((path) => `package-lock.json has an address for ${path}`),
  ];
}
