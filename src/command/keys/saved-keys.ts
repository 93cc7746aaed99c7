import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { refuse } from '../usage.js';

/** A key, and the service that it opens. */
export interface SavedKey {
  apiKey: string;
  baseUrl: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Where keys are kept: a file that only its owner reads. */
export function keysFile({ XDG_CONFIG_HOME, HOME }: Variables): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'tidings', 'keys.json');
}

/** The keys that are kept, by their names. */
export function savedKeys(variables: Variables): Map<string, SavedKey> {
  const path = keysFile(variables);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, SavedKey>));
  } catch {
    return refuse(`${path} is broken: mend it, or delete it and add your keys again`);
  }
}

/** Says what to do where others than its owner may read or change the file; whatever is kept next closes it, too. */
export function warnIfOpen(variables: Variables, say: (line: string) => void): void {
  const path = keysFile(variables);
  // Windows tells nothing of others by a mode.
  const mode = process.platform === 'win32' ? 0 : statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode && mode & 0o077) say(`Others can read the keys in ${path}: run \`chmod 600 ${path}\``);
}

/** Keeps some keys, in place of those that were kept. */
export function saveKeys(keys: ReadonlyMap<string, SavedKey>, variables: Variables): void {
  const path = keysFile(variables);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`, { mode: 0o600 });
  // One that was left there before keeps its own mode.
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}
