import { readFile } from 'node:fs/promises';
import { parseUnaltered } from './unaltered-json.js';
import { textOf, type Terminal } from './terminal.js';
import { refuse } from './usage.js';

/** The object that an option gives. */
export async function jsonInput(given: string, terminal: Terminal): Promise<object> {
  const value = await readJson('--json', given, terminal);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return refuse('`--json` must be an object, such as \'{ "listId": 7 }\'');
}

/** What an option gives as JSON: itself, in a file after `@`, or what is fed in for `-`. */
export async function readJson(option: string, given: string, terminal: Terminal): Promise<unknown> {
  const text = await givenText(given, terminal);
  try {
    return parseUnaltered(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse(`\`${option}\` cannot be read: ${(error as Error).message}`);
  }
}

async function givenText(given: string, { input }: Terminal): Promise<string> {
  if (given.startsWith('@')) return textIn(given.slice(1));
  if (given !== '-') return given;
  return textOf(input());
}

async function textIn(path: string): Promise<string> {
  try {
    return (await bytesIn(path)).toString();
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** What a file holds; throws why it cannot be read. */
export async function bytesIn(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
