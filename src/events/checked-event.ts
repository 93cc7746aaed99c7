import { OptionError } from '../errors.js';
import type { DataFields } from '../api/models/data-fields.js';
import { DEEPEST, isDeep } from '../lib/is-deep.js';
import { isObject } from '../lib/is-object.js';
import { must } from '../lib/must.js';
import type { TrackedEvent } from './event.js';
import { bytesOf, LARGEST } from './outbox/row.js';

type WithData = TrackedEvent & { dataFields?: unknown };

/** A copy of an event, if its data are fields and one of this size can be kept. */
export function checkedEvent(event: TrackedEvent): TrackedEvent {
  const text = written(event);
  // No character takes more than three bytes, and to count them takes time.
  must(3 * text.length <= LARGEST || bytesOf(text) <= LARGEST, 'An event must be at most a megabyte');
  const copy = JSON.parse(text) as WithData;
  // A level takes two characters at least, and to count them takes time.
  must(
    text.length < 2 * DEEPEST || !isDeep(copy),
    'The data must be nested less deeply: in 500 levels at most',
  );
  if ((event as WithData).dataFields !== undefined) mustBeFields(copy.dataFields);
  return copy;
}

/** A copy of fields of the page's own. */
export function checkedFields(fields: object): DataFields {
  const copy: unknown = JSON.parse(written({ fields }));
  return mustBeFields((copy as { fields: unknown }).fields);
}

function mustBeFields(data: unknown): DataFields {
  must(isObject(data), 'The data must be an object');
  return data;
}

/** Writes as JSON what that can hold. */
function written(value: object): string {
  try {
    return JSON.stringify(value, refuseCode);
  } catch (cause) {
    throw new OptionError('The data must be what JSON can hold', { cause });
  }
}

/** JSON would leave these out without a word. */
function refuseCode(name: string, value: unknown): unknown {
  const type = typeof value;
  must(type !== 'function' && type !== 'symbol', `\`${name}\` is code`);
  return value;
}
