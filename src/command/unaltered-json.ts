import { exactly } from '../admin/calling/exact-json.js';

/** A number in JSON that JavaScript would make another; the message says where it is and what to do. */
export class AlteredNumber extends Error {
  override readonly name = 'AlteredNumber';

  constructor(digits: string, path: readonly string[]) {
    const where = path.length ? `\`${path.join('.')}\`` : 'It';
    super(`${where} is ${digits}, which would become another number: write it as text, in quotes`);
  }
}

/** What a text of JSON says; throws an {@link AlteredNumber} where that would be another number. `names` say where it is. */
export function parseUnaltered(text: string, ...names: string[]): unknown {
  const value: unknown = JSON.parse(text);
  const exact = exactly(text);
  if (exact !== text) refuseAltered(value, JSON.parse(exact), names);
  return value;
}

/** Compares what a text says with what it says exactly, where a number that became another is a text. */
function refuseAltered(value: unknown, exact: unknown, path: readonly string[]): void {
  if (typeof value === 'number' && typeof exact === 'string') throw new AlteredNumber(exact, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    refuseAltered(inner, (exact as Record<string, unknown>)[name], [...path, name]);
}
