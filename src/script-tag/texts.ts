import { explained } from '../lib/explained.js';

const COMMAND = /npx tidings explain (\w+)(?: '(.*)')?/;

/** What a message says, where it is the command that tells it: whoever reads it has a browser's console and no more. */
export function inWords(message: string): string {
  return message.replace(
    COMMAND,
    (command, code: string, values?: string) => explained(code, values?.split("' '") ?? []) ?? command,
  );
}
