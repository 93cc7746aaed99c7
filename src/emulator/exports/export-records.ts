import { z } from 'zod';
import type {
  RecordsBetween,
  RecordsFilter,
  RecordsOfRange,
  UserEventsQuery,
} from '../../admin/operations/exports.js';
import {
  eventRow,
  exportDataType,
  exportTimeOf,
  linesOf,
  rowsOf,
  timeOf,
  type ExportRow,
  type Selection,
  type Writing,
} from './export-rows.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { eventsOf } from '../events/event-store.js';
import { booleanInText, numberInText, repeated, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { dayStart } from '../campaigns/send-times.js';

const filter = z.object({
  dataTypeName: exportDataType,
  campaignId: numberInText.exactOptional(),
  omitFields: z.string().exactOptional(),
  onlyFields: repeated(z.string()).exactOptional(),
}) satisfies z.ZodType<RecordsFilter>;

const range = z.object({
  range: z.enum(['Today', 'Yesterday', 'BeforeToday', 'All']).exactOptional(),
}) satisfies z.ZodType<Pick<RecordsOfRange, 'range'>>;

const datesOf = (service: Service) =>
  z.object({ startDateTime: exportTimeOf(service), endDateTime: exportTimeOf(service) }) satisfies z.ZodType<
    Omit<RecordsBetween, 'range'>
  >;

/** Which records a call asks for. */
type RecordsCall = z.infer<ReturnType<typeof recordsQueryOf>>;

/** Which records to get: of a range, or between both dates. */
const recordsQueryOf = (service: Service) =>
  z
    .object({
      ...filter.shape,
      ...range.shape,
      startDateTime: datesOf(service).shape.startDateTime.exactOptional(),
      endDateTime: datesOf(service).shape.endDateTime.exactOptional(),
    })
    .superRefine(({ range, startDateTime, endDateTime }, context) => {
      const given = [startDateTime, endDateTime].filter((date) => date !== undefined).length;
      if (given === 1) {
        const message = 'must be given both or not at all';
        context.addIssue({ code: 'custom', message: `\`startDateTime\` and \`endDateTime\` ${message}` });
      }
      if (given && range) {
        context.addIssue({ code: 'custom', path: ['range'], message: 'must not be given beside dates' });
      }
    });
const csvQueryOf = (service: Service) =>
  recordsQueryOf(service).and(
    z.object({ delimiter: z.string().length(1, 'must be one character').exactOptional() }),
  );

const userEventsQuery = user.and(
  z.object({ includeCustomEvents: booleanInText.exactOptional() }),
) satisfies z.ZodType<UserEventsQuery>;

/** Records as they are, without a job. */
export const recordExports = (service: Service): Operation[] => [
  operation('GET /api/export/data.csv', { keys: ['server'], query: csvQueryOf(service) }, ({ query }) =>
    streamed(rowsOf(service, selectionOf(service, query)), { format: 'csv', delimiter: query.delimiter }),
  ),
  operation('GET /api/export/data.json', { keys: ['server'], query: recordsQueryOf(service) }, ({ query }) =>
    streamed(rowsOf(service, selectionOf(service, query)), { format: 'json' }),
  ),
  operation('GET /api/export/userEvents', { keys: ['server'], query: userEventsQuery }, ({ query }) => {
    const { id } = requirePerson(service, query);
    const events = [...eventsOf(service).values()].filter(
      ({ personId, type }) => personId === id && (query.includeCustomEvents || type !== 'customEvent'),
    );
    const rows = events.map((event) => ({ dataTypeName: event.type, ...eventRow(event) }));
    return streamed(rows, { format: 'json' });
  }),
];

function selectionOf(service: Service, query: RecordsCall): Selection {
  const { dataTypeName: type, campaignId, omitFields, onlyFields } = query;
  return {
    type,
    ...periodOf(service, query),
    campaignId,
    omitFields: omitFields === undefined ? undefined : namesIn(omitFields),
    onlyFields: onlyFields?.flatMap(namesIn),
  };
}

type Period = Pick<Selection, 'from' | 'until'>;

/** The days are those of the project's time zone. */
function periodOf(
  { clock, timeZone = 'UTC' }: Service,
  { range = 'Today', startDateTime, endDateTime }: RecordsCall,
): Period {
  if (startDateTime !== undefined && endDateTime !== undefined) {
    return { from: timeOf(startDateTime), until: timeOf(endDateTime) };
  }
  const today = dayStart(timeZone, clock.now());
  const periods: Record<typeof range, Period> = {
    Today: { from: today },
    Yesterday: { from: dayStart(timeZone, clock.now(), 1), until: today },
    BeforeToday: { until: today },
    All: {},
  };
  return periods[range];
}

/** The names in a text that separates them by commas. */
export function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Answers with rows, a piece at a time, so that many of them need little room. */
function streamed(rows: ExportRow[], writing: Writing): Response {
  const { header, lines } = linesOf(rows, writing);
  const pieces = piecesOf(header, lines);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece.value));
    },
  });
  const type = writing.format === 'csv' ? 'text/csv' : 'application/x-json-stream';
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}

function* piecesOf(header: string, lines: Iterable<string>): Generator<string, undefined> {
  let piece = header;
  for (const line of lines) {
    piece += line;
    if (piece.length < 64_000) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
  return undefined;
}
