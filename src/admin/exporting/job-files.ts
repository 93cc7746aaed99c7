import type { Open } from '../../api/models/open-word.js';
import { pause } from '../../lib/wait.js';
import type { dataExports, ExportFile, ExportFiles, ExportRef, ExportState } from '../operations/exports.js';
import { ExportError } from './export-error.js';

/** How a job is watched. */
export interface Watching {
  signal: AbortSignal | undefined;
  /** How often it is looked at, in milliseconds. */
  every: number;
  /** Hears what each look found. */
  onLook: (found: ExportFiles) => void;
}

type Exports = ReturnType<typeof dataExports>;

/** The files of a job, as they appear, each once. */
export async function* filesOf(
  exports: Exports,
  { jobId }: ExportRef,
  { signal, every, onLook }: Watching,
): AsyncGenerator<ExportFile, void> {
  const given = new Set<string>();
  let hasEnded = false;
  try {
    while (!hasEnded) {
      const found = await look(exports, jobId, signal);
      onLook(found);
      const fresh = found.files.filter(({ file }) => !given.has(file));
      for (const file of fresh) {
        yield file;
        given.add(file.file);
      }
      // Looked at once more after files, since others may have come meanwhile.
      hasEnded = !fresh.length && !isUnderWay(found.jobState);
      if (hasEnded && found.jobState !== 'Completed') throw new ExportError(jobId, found.jobState);
      if (!fresh.length && !hasEnded) await pause(every, signal);
    }
  } finally {
    // A job that nobody reads takes the place of one of four; one that cannot be cancelled ends by itself.
    if (!hasEnded) await exports.cancel({ jobId }).catch(() => {});
  }
}

/** A new address of a file, if its job still has it. */
export async function freshUrl(
  exports: Exports,
  { jobId, file }: ExportRef & { file: string },
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  for await (const { files } of pagesOf(exports, jobId, signal)) {
    const found = files.find((one) => one.file === file);
    if (found) return found.url;
  }
  return undefined;
}

/** All files that a job has now; its state is that of before they were told. */
async function look(exports: Exports, jobId: number, signal?: AbortSignal): Promise<ExportFiles> {
  let found: ExportFiles | undefined;
  for await (const page of pagesOf(exports, jobId, signal)) {
    found ??= { ...page, files: [] };
    found.files.push(...page.files);
    found.exportTruncated ||= page.exportTruncated;
  }
  return found as ExportFiles;
}

/** The files of a job page by page, from the first on: one may appear among those that were told before. */
async function* pagesOf(exports: Exports, jobId: number, signal?: AbortSignal): AsyncGenerator<ExportFiles> {
  const told = new Set<string>();
  for await (const page of exports.getFiles.pages({ jobId }, { signal })) {
    const files = page.files.filter(({ file }) => !told.has(file) && told.add(file));
    yield { ...page, files };
    // A service that tells the same ones again has no others.
    if (!files.length) return;
  }
}

function isUnderWay(state: Open<ExportState>): boolean {
  return /^(enqueued|running|cancelling)$/i.test(state);
}
