import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../../../scripts/build.js';
import { APPS } from './packed.js';

const ROOT = join(import.meta.dirname, '../../..');

/** Makes, once for all tests, the file that would be published. Its name tells its content, so that npm takes no other for it. */
export default async function setup(): Promise<void> {
  await buildIfStale();
  mkdirSync(APPS, { recursive: true });
  for (const old of readdirSync(APPS).filter((name) => name.endsWith('.tgz'))) rmSync(join(APPS, old));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', APPS];
  const answer: unknown = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
  const [{ filename, shasum }] = Object.values(answer as object) as [{ filename: string; shasum: string }];
  const tarball = `tidings-${shasum}.tgz`;
  renameSync(join(APPS, filename), join(APPS, tarball));
  process.env['TIDINGS_TARBALL'] = tarball; // Workers that start after this inherit it.
}
