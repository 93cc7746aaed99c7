import { z } from 'zod';
import type { ExportDataType } from '../../admin/operations/export-data-type.js';
import { filesOf, linesOf, rowsOf, selection, writing, type Selection, type Writing } from './export-rows.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';

/** How many jobs run at once; the rest wait (decision 43). */
const RUNNING_AT_ONCE = 4;
/** How long each step of a job takes, in milliseconds. */
const STEP = SECOND;
/** The largest file, in bytes. */
const FILE_SIZE = 10_000_000;
/** How many files an export may have; what is left is cut off. */
const FILE_COUNT = 10;

/** The states of a job, in the words of the wire (decision 13). */
const jobState = z.enum(['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled']);
/** The states of a job, in the words of the wire (decision 13). */
export type JobState = z.infer<typeof jobState>;

/** A job that writes records to files. */
export const jobRow = z.object({
  id: z.number(),
  state: jobState,
  selection,
  writing,
  /** In milliseconds since the epoch. */
  scheduledAt: z.number(),
  /** In milliseconds since the epoch; none while it goes on. */
  endedAt: z.number().exactOptional(),
  bytesExported: z.number(),
  isTruncated: z.boolean(),
  /** The names of its files, in their order. */
  files: z.array(z.string()),
  /** Why it failed, which no operation tells. */
  failure: z.string().exactOptional(),
});
/** A job that writes records to files. */
export type JobRow = z.infer<typeof jobRow>;

/** Every export job, by number. */
export const jobsOf = (service: Service) => service.tables.table<JobRow>('exportJobs');
/** What is in the files of jobs, by their names. */
export const filesTable = (service: Service) => service.tables.table<string, string>('exportFiles');

/** Runs export jobs by the clock of the service: each step takes a second. */
export function runExportJobs(service: Service): void {
  service.clock.on<Step>('exportStep', ({ id, state }) => {
    const job = jobsOf(service).get(id);
    // A step that was planned before the job was cancelled or set running is none of its state now.
    if (job?.state === state) takeStep(service, job);
    runWaiting(service);
  });
}

interface Step {
  id: number;
  /** The state that ends with it. */
  state: JobState;
}

function takeStep(service: Service, job: JobRow) {
  if (job.state === 'cancelling') end(service, job, 'cancelled');
  if (job.state !== 'running') return;
  try {
    write(service, job);
    end(service, job, 'completed');
  } catch (error) {
    job.failure = String(error);
    end(service, job, 'failed');
  }
}

/** Starts a job; it waits while as many run as may at once. */
export function startJob(service: Service, selection: Selection, writing: Writing): JobRow {
  const job: JobRow = {
    id: service.tables.nextId(),
    state: 'queued',
    selection,
    writing,
    scheduledAt: service.clock.now(),
    bytesExported: 0,
    isTruncated: false,
    files: [],
  };
  jobsOf(service).set(job.id, job);
  planStep(service, job);
  return job;
}

/** Cancels a job, a step later, or removes one that has ended. */
export function cancelJob(service: Service, job: JobRow): void {
  if (job.state === 'queued' || job.state === 'running') {
    job.state = 'cancelling';
    planStep(service, job);
    return;
  }
  if (job.state === 'cancelling') return;
  jobsOf(service).delete(job.id);
  for (const file of job.files) filesTable(service).delete(file);
}

function planStep({ clock }: Service, { id, state }: JobRow) {
  clock.plan(clock.now() + STEP, 'exportStep', { id, state } satisfies Step);
}

function end({ clock }: Service, job: JobRow, state: JobState) {
  job.state = state;
  job.endedAt = clock.now();
}

/** Lets the jobs that have waited longest run, as far as there is room. */
function runWaiting(service: Service) {
  const jobs = [...jobsOf(service).values()];
  const room = RUNNING_AT_ONCE - jobs.filter(({ state }) => state === 'running').length;
  const ready = jobs.filter(
    ({ state, scheduledAt }) => state === 'queued' && scheduledAt + STEP <= service.clock.now(),
  );
  for (const job of ready.slice(0, room)) {
    job.state = 'running';
    planStep(service, job);
  }
}

/** Writes the files of a job. */
function write(service: Service, job: JobRow) {
  const { selection, writing } = job;
  const limits = { fileSize: FILE_SIZE, fileCount: FILE_COUNT };
  const { files, bytes, isTruncated } = filesOf(linesOf(rowsOf(service, selection), writing), limits);
  job.files = files.map((file, index) => {
    const name = fileName(job.id, selection.type, writing, index + 1);
    filesTable(service).set(name, file);
    return name;
  });
  job.bytesExported = bytes;
  job.isTruncated = isTruncated;
}

function fileName(id: number, type: ExportDataType, { format }: Writing, part: number): string {
  return `${type}-${id}-${String(part).padStart(3, '0')}.${format}`;
}
