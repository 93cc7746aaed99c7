import { uuid } from '../../lib/uuid.js';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const withId = (record: unknown) =>
  isFields(record) && record['id'] === undefined ? { ...record, id: uuid() } : record;
const hasId = (record: unknown) => isFields(record) && record['id'] !== undefined;

/** The operations that record something under an id, and where their records are. */
const recorders: Record<string, { map: (input: Fields, each: (record: unknown) => unknown) => unknown }> = {
  'POST /api/commerce/trackPurchase': { map: (input, each) => each(input) },
  'POST /api/events/track': { map: (input, each) => each(input) },
  'POST /api/events/trackBulk': {
    map: (input, each) => ({
      ...input,
      events: Array.isArray(input['events']) ? input['events'].map(each) : [],
    }),
  },
};

/** The input of a call whose events and purchases each have an id, so that the call may be repeated. */
export function withIds<Input>(route: string, input: Input): Input {
  const recorder = recorders[route];
  return recorder && isFields(input) ? (recorder.map(input, withId) as Input) : input;
}

/** Whether a call records something, and all of it under ids. */
export function hasIds(route: string, input: unknown): boolean {
  const recorder = recorders[route];
  if (!recorder || !isFields(input)) return false;
  let isWhole = true;
  recorder.map(input, (record) => (isWhole &&= hasId(record)));
  return isWhole;
}
