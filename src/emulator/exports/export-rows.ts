import { z } from 'zod';
import type { ExportDataType } from '../../admin/operations/export-data-type.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { csv } from '../operation/answers.js';
import { namesOf, peopleOf } from '../people/people.js';
import { EVENT_NAMES } from '../events/event-names.js';
import { eventsOf } from '../events/event-store.js';
import type { Service } from '../state/service.js';
import { HOUR, MINUTE, momentOf, utcTime } from '../time.js';

/** The kinds of records that can be exported: those of events, and `user` for profiles. */
export const exportDataType = z.enum(EVENT_NAMES) satisfies z.ZodType<ExportDataType>;

/** A moment as `yyyy-MM-dd HH:mm:ss [ZZ]`; one in ISO 8601 too, where that was seen to be taken (decision 52). */
export const exportTimeOf = ({ dialect }: Service) =>
  z
    .string()
    .refine(
      (text) => timeOf(text) !== undefined && (dialect === 'observed' || !text.includes('T')),
      'must be `yyyy-MM-dd HH:mm:ss`, with or without a zone as `+01:00`',
    );

/** When a moment is, in milliseconds since the epoch; one without a zone is in UTC. */
export function timeOf(text: string): number | undefined {
  if (text.includes('T')) return Number.isNaN(momentOf(text)) ? undefined : momentOf(text);
  const [, moment = '', sign, hours, minutes] = /^(.{19})(?: ?([+-])(\d\d):?(\d\d))?$/.exec(text) ?? [];
  const time = utcTime(moment);
  if (time === undefined || !sign) return time;
  const ahead = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return sign === '+' ? time - ahead : time + ahead;
}

/** Which records to export, and which of their fields. */
export const selection = z.object({
  type: z.custom<ExportDataType>((value) => typeof value === 'string'),
  /** In milliseconds since the epoch; inclusive. */
  from: z.number().optional(),
  /** In milliseconds since the epoch; exclusive. */
  until: z.number().optional(),
  campaignId: z.number().optional(),
  omitFields: z.array(z.string()).optional(),
  onlyFields: z.array(z.string()).optional(),
});
/** Which records to export, and which of their fields. */
export type Selection = z.infer<typeof selection>;

/** A record as it is exported. */
export type ExportRow = DataFields;

/** The records that are selected, in the order they were made. */
export function rowsOf(service: Service, selection: Selection): ExportRow[] {
  const rows: ExportRow[] = [];
  for (const { createdAt, row } of allOf(service, selection.type)) {
    if (isSelected(createdAt, row, selection)) rows.push(withFields(row, selection));
  }
  return rows;
}

function* allOf(service: Service, type: ExportDataType): Generator<{ createdAt: number; row: ExportRow }> {
  if (type === 'user') {
    for (const person of peopleOf(service).values()) {
      const row = { ...person.dataFields, ...namesOf(person), createdAt: timeText(person.createdAt) };
      yield { createdAt: person.createdAt, row };
    }
    return;
  }
  for (const event of eventsOf(service).values()) {
    if (event.type === type) yield { createdAt: event.createdAt, row: eventRow(event) };
  }
}

/** An event as it is exported. */
export function eventRow(event: {
  id: string;
  email?: string;
  userId?: string;
  createdAt: number;
  fields: DataFields;
}): ExportRow {
  const { id, email, userId, createdAt, fields } = event;
  return {
    ...fields,
    id,
    ...(email !== undefined && { email }),
    ...(userId !== undefined && { userId }),
    createdAt: timeText(createdAt),
  };
}

function isSelected(createdAt: number, row: ExportRow, { from, until, campaignId }: Selection): boolean {
  if (from !== undefined && createdAt < from) return false;
  if (until !== undefined && createdAt >= until) return false;
  return campaignId === undefined || row['campaignId'] === campaignId;
}

function withFields(row: ExportRow, { omitFields, onlyFields }: Selection): ExportRow {
  if (!omitFields?.length && !onlyFields?.length) return row;
  const isKept = (name: string) =>
    !omitFields?.includes(name) && (!onlyFields?.length || onlyFields.includes(name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name)));
}

/** As `yyyy-MM-dd HH:mm:ss +00:00`. */
function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

/** How to write records. */
export const writing = z.object({
  format: z.enum(['csv', 'json']),
  /** Between the values of a row. Default: a comma. */
  delimiter: z.string().optional(),
});
/** How to write records. */
export type Writing = z.infer<typeof writing>;

/** Rows as the lines of a file: the first is its header, which is empty for JSON. */
export function linesOf(
  rows: ExportRow[],
  { format, delimiter = ',' }: Writing,
): { header: string; lines: Iterable<string> } {
  if (format === 'json') return { header: '', lines: jsonLines(rows) };
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (values: unknown[]) => csv([values], delimiter);
  return { header: line(names), lines: csvLines(rows, names, line) };
}

function* jsonLines(rows: ExportRow[]): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

function* csvLines(
  rows: ExportRow[],
  names: string[],
  line: (values: unknown[]) => string,
): Generator<string> {
  for (const row of rows) yield line(names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined)));
}

/** Lines written into files. */
export interface Written {
  files: string[];
  bytes: number;
  /** Whether there were more lines than may be written. */
  isTruncated: boolean;
}

/** Writes lines into files of a size, each with the header, until there are as many files as there may be. */
export function filesOf(
  { header, lines }: { header: string; lines: Iterable<string> },
  { fileSize, fileCount }: { fileSize: number; fileCount: number },
): Written {
  const files: string[] = [];
  const headerSize = Buffer.byteLength(header);
  let parts = [header];
  let size = headerSize;
  let bytes = 0;

  function finish() {
    files.push(parts.join(''));
    bytes += size;
    parts = [header];
    size = headerSize;
  }

  for (const line of lines) {
    const lineSize = Buffer.byteLength(line);
    if (parts.length > 1 && size + lineSize > fileSize) {
      finish();
      if (files.length === fileCount) return { files, bytes, isTruncated: true };
    }
    parts.push(line);
    size += lineSize;
  }
  if (parts.length > 1 || !files.length) finish();
  return { files, bytes, isTruncated: false };
}
