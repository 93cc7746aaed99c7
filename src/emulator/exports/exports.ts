import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type {
  ExportFiles,
  ExportFilesQuery,
  ExportJob,
  ExportRef,
  NewExport,
} from '../../admin/operations/exports.js';
import { success, text } from '../operation/answers.js';
import {
  cancelJob,
  filesTable,
  jobsOf,
  runExportJobs,
  startJob,
  type JobRow,
  type JobState,
} from './export-jobs.js';
import { exportDataType, exportTimeOf, timeOf } from './export-rows.js';
import { namesIn, recordExports } from './export-records.js';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import { numberInText } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { MINUTE } from '../time.js';

/** How long the address of a file is good, in milliseconds (Limits of the document). */
const ADDRESS_LIFE = 30 * MINUTE;

const jobRef = z.object({ jobId: numberInText }) satisfies z.ZodType<ExportRef>;
const filesQuery = z.object({ startAfter: z.string().exactOptional() }) satisfies z.ZodType<
  Omit<ExportFilesQuery, 'jobId'>
>;
const jobsQuery = z.object({ jobState: z.string().exactOptional() });

const newExportOf = (service: Service) =>
  z.object({
    dataTypeName: exportDataType,
    outputFormat: z.enum(['text/csv', 'application/x-json-stream']),
    startDateTime: exportTimeOf(service).exactOptional(),
    endDateTime: exportTimeOf(service).exactOptional(),
    campaignId: z.int().exactOptional(),
    delimiter: z.string().length(1, 'must be one character').exactOptional(),
    omitFields: z.string().exactOptional(),
    onlyFields: z.string().exactOptional(),
  }) satisfies z.ZodType<NewExport>;

/** Exports: what the service has recorded, at once or as files made by a job. */
export const dataExports = (service: Service): Operation[] => {
  runExportJobs(service);
  return [...jobOperations(service), downloads(service), ...recordExports(service)];
};

const jobOperations = (service: Service): Operation[] => [
  operation(
    'POST /api/export/start',
    { keys: ['server'], body: newExportOf(service) },
    ({ body }): ExportRef => {
      const selection = {
        type: body.dataTypeName,
        from: body.startDateTime === undefined ? undefined : timeOf(body.startDateTime),
        until: body.endDateTime === undefined ? undefined : timeOf(body.endDateTime),
        campaignId: body.campaignId,
        omitFields: body.omitFields === undefined ? undefined : namesIn(body.omitFields),
        onlyFields: body.onlyFields === undefined ? undefined : namesIn(body.onlyFields),
      };
      const format = body.outputFormat === 'text/csv' ? 'csv' : 'json';
      return { jobId: startJob(service, selection, { format, delimiter: body.delimiter }).id };
    },
  ),
  operation('GET /api/export/jobs', { keys: ['server'], query: jobsQuery }, ({ query: { jobState } }) => {
    const state = jobState === undefined ? undefined : stateNamed(jobState);
    const rows = [...jobsOf(service).values()].filter((job) => state === undefined || job.state === state);
    return { jobs: rows.map(jobAnswer) };
  }),
  operation(
    'GET /api/export/{jobId}/files',
    { keys: ['server'], path: jobRef, query: filesQuery },
    ({ path, query: { startAfter = '' }, origin }): ExportFiles => {
      const job = requireJob(service, path);
      return {
        jobId: job.id,
        jobState: documentedStates[job.state] ?? job.state,
        exportTruncated: job.isTruncated,
        files: job.files
          .filter((file) => file > startAfter)
          .map((file) => ({ file, url: addressOf(service, origin, job, file) })),
      };
    },
  ),
  operation('DELETE /api/export/{jobId}', { keys: ['server'], path: jobRef }, ({ path }) => {
    cancelJob(service, requireJob(service, path));
    return success();
  }),
];

const downloadQuery = z.object({ expires: numberInText, signature: z.string() });

/** The addresses of files: anyone who has one may get the file, until it expires. */
const downloads = (service: Service): Operation =>
  operation(
    'GET /_exports/{jobId}/{file}',
    { keys: [], path: jobRef.extend({ file: z.string() }), query: downloadQuery },
    ({ path: { jobId, file }, query: { expires, signature } }) => {
      const isOurs = isSame(signature, signatureOf(service, `${jobId}/${file}`, expires));
      if (!isOurs) throw new Refusal('Forbidden', '`signature`: this is no address that the service gave');
      if (service.clock.now() >= expires) {
        throw new Refusal('Forbidden', '`expires`: this address has expired; ask for the files again');
      }
      const written = filesTable(service).get(file);
      if (written === undefined) throw new Refusal('NotFound', 'The `file` was removed with its job');
      return text(written, file.endsWith('.csv') ? 'text/csv' : 'application/x-json-stream');
    },
  );

function addressOf(service: Service, origin: string, { id }: JobRow, file: string): string {
  const expires = service.clock.now() + ADDRESS_LIFE;
  const signature = signatureOf(service, `${id}/${file}`, expires);
  return `${origin}/_exports/${id}/${file}?expires=${expires}&signature=${signature}`;
}

function signatureOf({ tokenSecret }: Service, path: string, expires: number): string {
  return createHmac('sha256', tokenSecret).update(`${path} ${expires}`).digest('hex');
}

function isSame(given: string, right: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function requireJob(service: Service, { jobId }: ExportRef): JobRow {
  const job = jobsOf(service).get(jobId);
  if (!job) throw new Refusal('NotFound', 'No export job has this `jobId`');
  return job;
}

/** The document's words for the states it names; the wire has others beside them (decision 13). */
const documentedStates: Partial<Record<JobState, string>> = {
  queued: 'Enqueued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

/** The state that a query names in the document's words or in those of the wire. */
function stateNamed(name: string): JobState {
  const word = name.toLowerCase();
  const state = word === 'enqueued' ? 'queued' : word;
  const states: string[] = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'];
  if (states.includes(state)) return state as JobState;
  throw new Refusal('BadParams', '`jobState` must be Enqueued, Running, Completed or Failed');
}

/** A job as the list tells it: in lower case, and with a type in either form (decision 13). */
function jobAnswer({
  id,
  state,
  selection: { type },
  bytesExported,
  scheduledAt,
  endedAt,
}: JobRow): ExportJob {
  const send = type.endsWith('Send');
  return {
    id,
    jobState: state,
    dataTypeName: send ? { send, updatable: false } : type,
    bytesExported,
    scheduledStartTime: new Date(scheduledAt).toISOString(),
    ...(endedAt !== undefined && { endTime: new Date(endedAt).toISOString() }),
  };
}
