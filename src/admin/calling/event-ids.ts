import { randomId } from '../../lib/random-id.js';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const withId = (record: unknown) =>
  isFields(record) && record['id'] === undefined ? { ...record, id: randomId() } : record;
const hasId = (record: unknown) => isFields(record) && record['id'] !== undefined;

/** Where in an input its records are, each of which may have an id. */
export type Records = 'itself' | 'events';

/** Changes each record of an input. */
const ways: Record<Records, (input: Fields, each: (record: unknown) => unknown) => unknown> = {
  itself: (input, each) => each(input),
  events: (input, each) => {
    const { events } = input;
    // What is no list is not for us to mend.
    return Array.isArray(events) ? { ...input, events: events.map(each) } : input;
  },
};

/** The input of a call whose events and purchases each have an id, so that the call may be repeated. */
export function withIds<Input>(records: Records | undefined, input: Input): Input {
  return records && isFields(input) ? (ways[records](input, withId) as Input) : input;
}

/** Whether a call records something, and all of it under ids. */
export function hasIds(records: Records | undefined, input: unknown): boolean {
  if (!records || !isFields(input)) return false;
  const ids: boolean[] = [];
  ways[records](input, (record) => ids.push(hasId(record)));
  return ids.length > 0 && ids.every(Boolean);
}
