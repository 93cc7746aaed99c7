import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The variables of a file `.env` in the folder that the command runs in; none where there is no such file. */
export function dotenv(): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    // There is none, or it is not ours to read: the environment says it all.
    return {};
  }
}
