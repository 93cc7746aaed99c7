import { readJobs, readJob } from '../calling/mended-answers.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { csvRowsOf } from '../calling/csv-rows.js';
import type { Operation } from '../calling/operation.js';
import { jsonRowsOf, streamed } from '../calling/streamed.js';
import { byMarker } from '../calling/paged.js';
import type { Open } from '../../api/models/open-word.js';
import type { UserRef } from '../../api/models/user.js';
import type { ExportDataType } from './export-data-type.js';

/** Exports: what the service has recorded, at once or as files made by a job. */
export const dataExports = (operation: Operation) => ({
  /** Starts a job that writes records to files; at most four run at once, the rest wait. */
  start: operation<NewExport, ExportRef>('POST /api/export/start', {
    reachesPeople: false,
    limit: { limit: 1, per: 'second', scope: 'organization' },
  }),
  /** Lists export jobs. */
  listJobs: operation<{ jobState?: ExportState } | void, { jobs?: ExportJob[] }>('GET /api/export/jobs', {
    mend: readJobs,
  }),
  /** How far a job is, and where its files are. */
  getFiles: byMarker(
    operation<ExportFilesQuery, ExportFiles>('GET /api/export/{jobId}/files', {
      limit: { limit: 1, per: 'second', scope: 'organization' },
      mend: readJob,
    }),
    {
      rows: 'files',
      next: ({ files }) => (files.length ? { startAfter: files.at(-1)?.file } : undefined),
    },
  ),
  /** Cancels a job, or removes one that has ended. */
  cancel: operation<ExportRef>('DELETE /api/export/{jobId}', {
    limit: { limit: 1, per: 'second', scope: 'project' },
    answer: 'nothing',
  }),
  /** Records as CSV, as they come. */
  dataCsv: streamed(
    operation<CsvQuery, ReadableStream<Uint8Array>>('GET /api/export/data.csv', {
      limit: { limit: 4, per: 'minute', scope: 'project' },
      answer: 'stream',
    }),
    (text, { delimiter }) => csvRowsOf(text, delimiter),
  ),
  /** Records as JSON, one a line, as they come. */
  dataJson: streamed(
    operation<RecordsQuery, ReadableStream<Uint8Array>>('GET /api/export/data.json', {
      limit: { limit: 4, per: 'minute', scope: 'project' },
      answer: 'stream',
    }),
    (text) => jsonRowsOf<DataFields>(text),
  ),
  /** All events of a user as JSON, one a line, as they come. */
  userEvents: streamed(
    operation<UserEventsQuery, ReadableStream<Uint8Array>>('GET /api/export/userEvents', {
      answer: 'stream',
    }),
    (text) => jsonRowsOf<DataFields>(text),
  ),
});

/** Names an export job. */
export interface ExportRef {
  jobId: number;
}

/** Which records to write to files, and how. */
export interface NewExport {
  dataTypeName: ExportDataType;
  /** CSV, or JSON with one record a line. */
  outputFormat: 'text/csv' | 'application/x-json-stream';
  /** As `yyyy-MM-dd HH:mm:ss [ZZ]`; inclusive. */
  startDateTime?: string;
  /** As `yyyy-MM-dd HH:mm:ss [ZZ]`; exclusive. */
  endDateTime?: string;
  /** Only what belongs to this campaign. */
  campaignId?: number;
  /** Between the values of a row. Default: a comma. */
  delimiter?: string;
  /** Fields to leave out, separated by commas. */
  omitFields?: string;
  /** The only fields to write, separated by commas. */
  onlyFields?: string;
}

/** How far an export job is. */
export type ExportState = 'Enqueued' | 'Running' | 'Completed' | 'Failed';

/** An export job. */
export interface ExportJob {
  id?: number;
  jobState: Open<ExportState>;
  dataTypeName?: Open<ExportDataType> | ExportDataTraits;
  bytesExported?: number;
  /** ISO 8601. */
  scheduledStartTime?: string;
  /** ISO 8601. */
  endTime?: string;
}

/** What is known of the records of a job, where their name is not told. */
export interface ExportDataTraits {
  /** Whether they are of messages sent. */
  send: boolean;
  /** Whether they may change after they were recorded. */
  updatable: boolean;
}

/** Which files of a job to tell. */
export interface ExportFilesQuery extends ExportRef {
  /** The last file you have; those after it are told. */
  startAfter?: string;
}

/** How far a job is, and the files it has made. */
export interface ExportFiles {
  jobId: number;
  jobState: Open<ExportState>;
  /** Whether there was more than an export may hold. */
  exportTruncated: boolean;
  files: ExportFile[];
}

/** A file of an export. */
export interface ExportFile {
  /** Its name. */
  file: string;
  /** Where to get it within 30 minutes. */
  url: string;
}

/** Which records to get; between two dates, or in a range that ends about now. */
export type RecordsQuery = RecordsFilter & (RecordsOfRange | RecordsBetween);

/** Which records to get, and how to write them. */
export type CsvQuery = RecordsQuery & {
  /** Between the values of a row. Default: a comma. */
  delimiter?: string;
};

/** Which records to get, whenever they were made. */
export interface RecordsFilter {
  dataTypeName: ExportDataType;
  /** Only what belongs to this campaign. */
  campaignId?: number;
  /** Fields to leave out, separated by commas. */
  omitFields?: string;
  /** The only fields to get. */
  onlyFields?: string[];
}

/** Records of a span that ends about now. */
export interface RecordsOfRange {
  /** Default: `Today`. */
  range?: 'Today' | 'Yesterday' | 'BeforeToday' | 'All';
  startDateTime?: never;
  endDateTime?: never;
}

/** Records of the time between two dates. */
export interface RecordsBetween {
  /** As `yyyy-MM-dd HH:mm:ss [ZZ]`; inclusive. */
  startDateTime: string;
  /** As `yyyy-MM-dd HH:mm:ss [ZZ]`; exclusive. */
  endDateTime: string;
  range?: never;
}

/** Whose events to get. */
export type UserEventsQuery = UserRef & {
  /** Get custom events too. Default: `false`. */
  includeCustomEvents?: boolean;
};
