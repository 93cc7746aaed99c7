import { OptionError } from '../errors.js';
import { must } from '../lib/must.js';
import type { TrackedEvent } from './event.js';
import { LARGEST, sizeOf } from './outbox/row.js';

/** A copy of an event, if one of this size can be kept. */
export function checkedEvent(event: TrackedEvent): TrackedEvent {
  const copy = plain(event);
  must(sizeOf(copy) <= LARGEST, 'An event must be at most a megabyte');
  return copy;
}

/** A copy of what JSON can hold. */
export function plain<Value>(value: Value): Value {
  try {
    return JSON.parse(JSON.stringify(value, refuseCode)) as Value;
  } catch (cause) {
    throw new OptionError('The data must be what JSON can hold', { cause });
  }
}

/** JSON would leave these out without a word. */
function refuseCode(name: string, value: unknown): unknown {
  must(!/function|symbol/.test(typeof value), `\`${name}\` is code`);
  return value;
}
