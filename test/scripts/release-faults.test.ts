import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changelogFaults, lockFaults, type Lock, type Manifest } from '../../scripts/release-faults.js';

const ROOT = join(import.meta.dirname, '../..');
const inRoot = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

describe('the change log of a release', () => {
  it('begins with its version and day', () => {
    expect(changelogFaults('# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- More.\n', '1.2.0')).toEqual([]);
  });

  it.each([
    '## Unreleased',
    '## 1.2.0',
    '## 1.2.01 (2026-12-01)',
    '## 1.1.0 (2026-12-01)\n## 1.2.0 (2026-12-02)',
  ])('is refused when it begins with %j', (text) => {
    expect(changelogFaults(text, '1.2.0')).toEqual([
      expect.stringContaining(`begins with \`${text.split('\n')[0]?.slice(3) ?? ''}\``),
    ]);
  });
});

describe('the lock file of a release', () => {
  const manifest = { name: 'a', version: '1.2.0', dependencies: { b: '^1.0.0', c: '^2.0.0' } };
  const own = { ...manifest, dependencies: { c: '^2.0.0', b: '^1.0.0' } };

  it('says what package.json says, in any order', () => {
    expect(lockFaults(manifest, { version: '1.2.0', packages: { '': own, b: {} } })).toEqual([]);
  });

  it('is refused when it says something else, or has an address', () => {
    const lock = {
      version: '1.1.0',
      packages: { '': { ...own, dependencies: {} }, b: { resolved: 'https://example.com/b.tgz' } },
    };

    expect(lockFaults(manifest, lock)).toEqual([
      'package-lock.json has another `dependencies` than package.json',
      'package-lock.json is of another version',
      'package-lock.json has an address for b',
    ]);
  });

  it('is right in this project at any time', () => {
    const [manifest, lock] = [inRoot('package.json') as Manifest, inRoot('package-lock.json') as Lock];

    expect(lockFaults(manifest, lock)).toEqual([]);
  });
});
