import { isObject } from '../../lib/is-object.js';
import { isText } from '../../lib/text.js';

/** What a field of a body may be. */
type FieldType = keyof typeof types;

/** The fields of a body that are known, and what each may be. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

const isId = (value: unknown) => Number.isSafeInteger(value);

/** What makes a value right, and how that is said. */
const types = {
  name: [(value: unknown) => isText(value) && value.length <= 255, 'a text of 255 letters at most'],
  text: [(value: unknown) => isText(value) && byteLength(value) <= 512, 'a text of 512 bytes at most'],
  id: [isId, 'a whole number'],
  ids: [(value: unknown) => Array.isArray(value) && value.every(isId), 'a list of whole numbers'],
  time: [
    (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e11,
    'a time in seconds since the epoch',
  ],
  object: [isObject, 'an object'],
  choice: [(value: unknown) => typeof value === 'boolean', '`true` or `false`'],
} as const;

/** What is wrong with the first field that is not as it must be: for that, the service would refuse all that go with it. */
export function fieldsProblem(fields: FieldTypes, body: Record<string, unknown>): string | undefined {
  for (const [name, type] of Object.entries(fields)) {
    const [isRight, words] = types[type];
    // Only a name must be there.
    if (body[name] === undefined && type !== 'name') continue;
    if (!isRight(body[name])) return `\`${name}\` must be ${words}`;
  }
  return undefined;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
