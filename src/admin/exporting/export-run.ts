import type { DataFields } from '../../api/models/data-fields.js';
import type { Open } from '../../api/models/open-word.js';
import { pause } from '../../lib/wait.js';
import { csvRowsOf, type CsvRow } from '../calling/csv-rows.js';
import type { dataExports, ExportFile, ExportState, NewExport } from '../operations/exports.js';
import { jsonRowsOf, textOf } from '../calling/streamed.js';
import { createDownload, type DownloadOptions } from './download.js';

/** How to wait for an export, and who hears how far it is. */
export interface ExportRunOptions {
  /** Stops it at once, and cancels the job. */
  signal?: AbortSignal | undefined;
  /** How often to ask how far the job is, in milliseconds. Default: 5 seconds. */
  every?: number | undefined;
  /** Hears each time that it was asked. */
  onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** How far an export is. */
export interface ExportProgress {
  jobId: number;
  jobState: Open<ExportState>;
  /** Whether there was more than an export may hold. */
  exportTruncated: boolean;
  /** Files read so far. */
  files: number;
  /** Bytes read so far. */
  bytes: number;
}

/** An export that begins when it is read. A reader that stops cancels its job. */
export interface ExportRun<Row> extends AsyncIterable<Row> {
  /** The files one after the other, as they are; of CSV with one header. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Starts a job, waits for its files, and gives what is in them. */
export interface RunExport {
  /** Each record of an export, as an object of texts. */
  (query: NewExport & { outputFormat: 'text/csv' }, options?: ExportRunOptions): ExportRun<CsvRow>;
  /** Each record of an export. */
  (query: NewExport, options?: ExportRunOptions): ExportRun<DataFields>;
}

/** A job that did not come to its end. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly jobId: number;
  readonly jobState: string;

  constructor(jobId: number, jobState: string) {
    super(`The export job ${jobId} ended as ${jobState}`);
    this.jobId = jobId;
    this.jobState = jobState;
  }
}

type Exports = ReturnType<typeof dataExports>;

/** A file of a job, and the one before it. */
interface FoundFile extends ExportFile {
  jobId: number;
  before: string | undefined;
}

const EVERY = 5_000;
const NEWLINE = 10;

/** Makes the function that runs an export. */
export function createRunExport(exports: Exports, chance: Omit<DownloadOptions, 'freshUrl'>): RunExport {
  const freshUrl = async ({ jobId, before, file }: FoundFile, signal?: AbortSignal) => {
    const { files } = await exports.getFiles({ jobId, ...(before && { startAfter: before }) }, { signal });
    return files.find((found) => found.file === file)?.url;
  };

  return ((query: NewExport, options: ExportRunOptions = {}): ExportRun<unknown> => {
    const isCsv = query.outputFormat === 'text/csv';
    async function* parts(): AsyncGenerator<AsyncIterable<Uint8Array>, undefined> {
      const counts = { files: 0, bytes: 0 };
      for await (const file of filesOf(exports, query, options, counts)) {
        const url = (signal?: AbortSignal) => freshUrl(file, signal);
        const download = createDownload({ ...chance, freshUrl: url });
        yield counted(download(file.url, options.signal), counts);
        counts.files += 1;
      }
      return undefined;
    }
    async function* rows(): AsyncGenerator<unknown, undefined> {
      for await (const part of parts()) {
        const text = textOf(part);
        yield* isCsv ? csvRowsOf(text, query.delimiter) : jsonRowsOf(text);
      }
      return undefined;
    }
    async function* bytes(): AsyncGenerator<Uint8Array, undefined> {
      let isFirst = true;
      for await (const part of parts()) {
        yield* isCsv && !isFirst ? withoutHeader(part) : part;
        isFirst = false;
      }
      return undefined;
    }
    return { bytes, [Symbol.asyncIterator]: rows };
  }) as RunExport;
}

/** The files of a new job, as they appear. */
async function* filesOf(
  exports: Exports,
  query: NewExport,
  { signal, every = EVERY, onProgress }: ExportRunOptions,
  counts: { files: number; bytes: number },
): AsyncGenerator<FoundFile, undefined> {
  const { jobId } = await exports.start(query, { signal });
  let before: string | undefined;
  let hasEnded = false;
  try {
    while (!hasEnded) {
      const found = await exports.getFiles({ jobId, ...(before && { startAfter: before }) }, { signal });
      const { jobState, exportTruncated, files } = found;
      onProgress?.({ jobId, jobState, exportTruncated, ...counts });
      for (const file of files) {
        yield { ...file, jobId, before };
        before = file.file;
      }
      // Asked once more after files, since others may have come meanwhile.
      hasEnded = !files.length && !/^(enqueued|running|cancelling)$/i.test(jobState);
      if (hasEnded && jobState !== 'Completed') throw new ExportError(jobId, jobState);
      if (!files.length && !hasEnded) await pause(every, signal);
    }
  } finally {
    // A job that nobody reads takes the place of one of four; one that cannot be cancelled ends by itself.
    if (!hasEnded) await exports.cancel({ jobId }).catch(() => {});
  }
  return undefined;
}

async function* counted(part: AsyncIterable<Uint8Array>, counts: { bytes: number }) {
  for await (const piece of part) {
    counts.bytes += piece.length;
    yield piece;
  }
}

async function* withoutHeader(part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let isPast = false;
  for await (const piece of part) {
    const end: number = isPast ? -1 : piece.indexOf(NEWLINE);
    if (isPast) yield piece;
    else if (end >= 0) yield piece.subarray(end + 1);
    isPast ||= end >= 0;
  }
}
