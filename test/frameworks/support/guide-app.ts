import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examples } from '../../support/examples.js';
import { APPS, INSTALLED, installPacked } from './packed.js';

const GUIDE = 'docs/first-event.md';

/** An app as the guide makes it, which is not yet built. */
export interface GuideApp {
  folder: string;
  /** What builds it, where something does. */
  build: string | undefined;
  /** What starts it. */
  start: string;
}

/**
 * Makes an app as the guide says: the files that it shows, our package, and the others in the versions that it names.
 * What is to be replaced in files and commands may be said, such as an address by one that is free.
 */
export function makeApp(name: string, replaced: Record<string, string> = {}): GuideApp {
  const shown = examples.filter(({ page, file }) => page === GUIDE && file?.startsWith(`${name}/`));
  const { install, build, start } = commandsAfter(shown.at(-1)?.line ?? Infinity);
  const folder = installPacked(name, versionsOf(install), name === 'commonjs' ? 'commonjs' : 'module');
  // At once, since what takes the place of one may hold another.
  const found = new RegExp(Object.keys(replaced).join('|') || '$^', 'g');
  const withReplaced = (text: string) => text.replace(found, (from) => replaced[from] ?? from);

  for (const old of readdirSync(folder).filter((one) => !INSTALLED.includes(one)))
    rmSync(join(folder, old), { recursive: true });
  for (const { file = '', code } of shown) {
    const path = join(APPS, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withReplaced(code));
  }
  return { folder, build, start: withReplaced(start) };
}

/** The commands that follow the last file of an app. */
function commandsAfter(line: number) {
  const found = examples.find((one) => one.page === GUIDE && one.language === 'sh' && one.line > line);
  if (!found) throw new Error(`${GUIDE} does not say how to start it`);
  const [install = '', run = ''] = found.code.trim().split('\n');
  const [start = '', build] = run.split(' && ').toReversed();
  return { install, build, start };
}

/** What an `npm install` installs beside our package, in the versions that it names. */
function versionsOf(install: string): Record<string, string> {
  const packages = install.split(' ').filter((word) => !['npm', 'install', 'tidings'].includes(word));
  return Object.fromEntries(
    packages.map((one) => {
      const [, name = '', version] = /^(.+)@(\d+\.\d+\.\d+)$/.exec(one) ?? [];
      if (!version) throw new Error(`${GUIDE} does not say which ${one} it installs`);
      return [name, version];
    }),
  );
}
