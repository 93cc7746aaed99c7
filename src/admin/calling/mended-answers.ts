import type { Route } from '../../api/address.js';
import type { Call, Endpoint as PlainEndpoint } from '../../api/endpoint.js';
import { withForms, type EndpointOptions, type FormEndpoint } from './endpoint.js';

/** An endpoint for every operation, whose answers say what the service means where it says so in other words. */
export function withMendedAnswers(plain: PlainEndpoint): FormEndpoint {
  const endpoint = withForms(plain);

  return <Input, Output>(route: Route, options?: EndpointOptions): Call<Input, Output> => {
    const call = endpoint<Input, Output>(route, options);
    const read = readings[route];
    return read ? async (input, how) => read(await call(input, how)) as Output : call;
  };
}

const readings: Record<Route, (answer: unknown) => unknown> = {
  'GET /api/export/jobs': readJobs,
  'GET /api/export/{jobId}/files': readJob,
  'POST /api/templates/email/upsert': readTemplateIds,
  'POST /api/templates/embedded/upsert': readTemplateIds,
  'POST /api/templates/inapp/upsert': readTemplateIds,
  'POST /api/templates/push/upsert': readTemplateIds,
  'POST /api/templates/sms/upsert': readTemplateIds,
};

/** The documented words for the states of a job, by those the service also uses. */
const jobStates = new Map([
  ['enqueued', 'Enqueued'],
  ['queued', 'Enqueued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
]);

function readJobs(answer: unknown): unknown {
  const { jobs } = { ...(answer as { jobs?: unknown }) };
  return Array.isArray(jobs) ? { ...(answer as object), jobs: jobs.map(readJob) } : answer;
}

function readJob(job: unknown): unknown {
  const { jobState } = { ...(job as { jobState?: unknown }) };
  const state = typeof jobState === 'string' ? jobStates.get(jobState.toLowerCase()) : undefined;
  return state ? { ...(job as object), jobState: state } : job;
}

/** The service tells the ids of upserted templates only in a sentence that ends in `IDs: 123, 456`. */
function readTemplateIds(answer: unknown): unknown {
  const { msg } = { ...(answer as { msg?: unknown }) };
  const [, ids = ''] = /\bIDs?: *([\d, ]+)/.exec(typeof msg === 'string' ? msg : '') ?? [];
  return { ...(answer as object), templateIds: (ids.match(/\d+/g) ?? []).map(Number) };
}
