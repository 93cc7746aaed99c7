import { checkedPlan } from './checked-plan.js';
import { PlanError } from './plan-error.js';
import type { Plan } from './schema.js';

/** Gives the plan that a file holds; throws a {@link PlanError} where it holds none, or would be read as another. */
export function readPlan(bytes: Uint8Array): Plan {
  const text = textIn(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PlanError((error as Error).message);
  }
  refuseMisread(text);
  return checkedPlan(value);
}

/** A byte order mark at its beginning is no part of a text. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PlanError(`line ${lineOfBroken(bytes)} is no text in UTF-8: save the file in that encoding`);
  }
}

/** The first line that is none. No letter has a byte in it that ends a line. */
function lineOfBroken(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let [line, start] = [1, 0]; ; line += 1) {
    const end = bytes.indexOf(10, start);
    try {
      decoder.decode(end < 0 ? bytes.subarray(start) : bytes.subarray(start, end));
    } catch {
      return line;
    }
    if (end < 0) return line;
    start = end + 1;
  }
}

/** What a text of JSON consists of. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]|-?\d[\d.e+-]*/gi;

/** A place within what a text says: the names of an object so far, or how far a list is. */
interface Level {
  names?: Set<string>;
  /** The name of what comes, or its place in a list. */
  at: string | number;
  isNameNext: boolean;
}

/** Refuses names that stand twice in an object, of which the last would be read alone, and numbers that would be others. */
function refuseMisread(text: string): void {
  const levels: Level[] = [];
  const place = () => ['#', ...levels.map(({ at }) => at)].join('/');
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '', isNameNext: true });
    else if (token === '[') levels.push({ at: 0, isNameNext: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level?.names) level.isNameNext = true;
    else if (token === ',' && level) level.at = Number(level.at) + 1;
    else if (level?.names && level.isNameNext) readName(level, JSON.parse(token) as string, place);
    else if (isAltered(token))
      throw new PlanError(
        `${place()} is ${token}, which would become another number: write it as text, in quotes`,
      );
  }
}

function readName(level: Level, name: string, place: () => string): void {
  level.at = name.replaceAll('~', '~0').replaceAll('/', '~1');
  level.isNameNext = false;
  if (level.names?.has(name))
    throw new PlanError(`${place()} stands there twice: leave one of them, or give one another name`);
  level.names?.add(name);
}

/** Whether JavaScript makes another number of a whole one, or none of one that is too large or too small for it. */
function isAltered(token: string): boolean {
  const number = Number(token);
  if (!/^-?\d/.test(token)) return false;
  if (!Number.isFinite(number) || (number === 0 && /^[^e]*[1-9]/i.test(token))) return true;
  return /^-?\d+$/.test(token) && BigInt(token) !== BigInt(number);
}
