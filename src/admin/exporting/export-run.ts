import type { DataFields } from '../../api/models/data-fields.js';
import type { Open } from '../../api/models/open-word.js';
import type { SafeHooks } from '../calling/hooks.js';
import { csvRowsOf, type CsvRow } from '../calling/csv-rows.js';
import type { dataExports, ExportFiles, ExportState, NewExport } from '../operations/exports.js';
import { jsonRowsOf, textOf } from '../calling/streamed.js';
import { mustBeTime } from '../calling/numbers.js';
import type { DownloadOptions } from './download.js';
import { joined } from './joined-files.js';
import { flattened } from './parts.js';

/** How to wait for an export, and who hears how far it is. */
export interface ExportRunOptions {
  /** Stops it at once, and cancels the job. */
  signal?: AbortSignal | undefined;
  /** How often to ask how far the job is, in milliseconds. Default: 5 seconds. */
  every?: number | undefined;
  /** Hears each time that it was asked. */
  onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** How far an export is, and its job. */
export interface ExportProgress extends ExportReport {
  jobState: Open<ExportState>;
}

/** What an export has, as far as it was read. */
export interface ExportReport {
  jobId: number;
  /** Files read so far. */
  files: number;
  /** Bytes read so far. */
  bytes: number;
  /** Whether there was more than an export may hold: what was read is not all. */
  exportTruncated: boolean;
}

/** An export that begins when it is read. A reader that stops cancels its job. */
export interface ExportRun<Row> extends AsyncIterable<Row> {
  /** Each record; returns what there was. */
  [Symbol.asyncIterator](): AsyncGenerator<Row, ExportReport>;
  /** The files one after the other, as they are; of CSV with one header. Returns what there was. */
  bytes(): AsyncGenerator<Uint8Array, ExportReport>;
}

/** Starts a job, waits for its files, and gives what is in them. */
export interface RunExport {
  /** Each record of an export, as an object of texts. */
  (query: NewExport & { outputFormat: 'text/csv' }, options?: ExportRunOptions): ExportRun<CsvRow>;
  /** Each record of an export. */
  (query: NewExport, options?: ExportRunOptions): ExportRun<DataFields>;
}

/** The bytes of a file, and what to call it in a message. */
type ExportedFile = AsyncIterable<Uint8Array> & { what: string };

const EVERY = 5_000;

/** Makes the function that runs an export. */
export function createRunExport(
  exports: ReturnType<typeof dataExports>,
  { progress, ...chance }: Omit<DownloadOptions, 'freshUrl' | 'what'> & Pick<SafeHooks, 'progress'>,
): RunExport {
  /** The files of a new job. */
  async function* parts(
    query: NewExport,
    { signal, every = EVERY, onProgress }: ExportRunOptions,
  ): AsyncGenerator<ExportedFile, ExportReport> {
    // Before there is a job, which nobody would cancel if this failed.
    const { createDownload, filesOf, freshUrl } = await import('./job-reading.js');
    const { jobId } = await exports.start(query, { signal });
    const tell = progress(onProgress);
    const report: ExportReport = { jobId, files: 0, bytes: 0, exportTruncated: false };
    function onLook({ jobState, exportTruncated }: ExportFiles) {
      report.exportTruncated ||= exportTruncated;
      tell({ ...report, jobState });
    }
    for await (const { file, url } of filesOf(exports, { jobId }, { signal, every, onLook })) {
      const again = (ended?: AbortSignal) => freshUrl(exports, { jobId, file }, ended);
      const what = `The file \`${file}\` of the export job ${jobId}`;
      const download = createDownload({ ...chance, freshUrl: again, what });
      yield Object.assign(counted(download(url, signal), report), { what });
      report.files += 1;
    }
    return report;
  }

  return ((query: NewExport, options: ExportRunOptions = {}): ExportRun<unknown> => {
    mustBeTime('every', options.every);
    const isCsv = query.outputFormat === 'text/csv';
    const rowsOf = (file: ExportedFile) =>
      isCsv ? csvRowsOf(textOf(file), query.delimiter) : jsonRowsOf(textOf(file), file.what);
    return {
      bytes: () => joined(parts(query, options), { isCsv }),
      [Symbol.asyncIterator]: () =>
        flattened<ExportedFile, unknown, ExportReport>(parts(query, options), rowsOf),
    };
  }) as RunExport;
}

async function* counted(file: AsyncIterable<Uint8Array>, counts: { bytes: number }) {
  for await (const piece of file) {
    counts.bytes += piece.length;
    yield piece;
  }
}
