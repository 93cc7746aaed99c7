import type { Route } from '../api/address.js';
import type { Call, Endpoint, EndpointOptions } from '../api/endpoint.js';

/** An endpoint whose answers say what the service means where it says so in other words. */
export function withReadings(endpoint: Endpoint): Endpoint {
  return <Input, Output>(route: Route, options?: EndpointOptions): Call<Input, Output> => {
    const call = endpoint<Input, Output>(route, options);
    const read = readings[route];
    if (!read) return call;
    return async (input, callOptions) => read((await call(input, callOptions)) ?? {}) as Output;
  };
}

const readings: Record<Route, (answer: object) => object> = {
  'GET /api/export/jobs': readJobs,
  'GET /api/export/{jobId}/files': readJob,
  'POST /api/templates/email/upsert': readTemplateIds,
  'POST /api/templates/embedded/upsert': readTemplateIds,
  'POST /api/templates/inapp/upsert': readTemplateIds,
  'POST /api/templates/push/upsert': readTemplateIds,
  'POST /api/templates/sms/upsert': readTemplateIds,
};

/** The documented words for the states of a job, by those the service also uses. */
const jobStates: Record<string, string> = {
  enqueued: 'Enqueued',
  queued: 'Enqueued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

function readJobs(answer: { jobs?: object[] }): object {
  return { ...answer, ...(answer.jobs && { jobs: answer.jobs.map(readJob) }) };
}

function readJob(job: { jobState?: unknown }): object {
  const state = typeof job.jobState === 'string' ? jobStates[job.jobState.toLowerCase()] : undefined;
  return state ? { ...job, jobState: state } : job;
}

/** The service tells the ids of upserted templates only in a sentence that ends in `IDs: 123, 456`. */
function readTemplateIds(answer: { msg?: unknown }): object {
  const [, ids = ''] = /\bIDs?: *([\d, ]+)/.exec(String(answer.msg)) ?? [];
  return { ...answer, templateIds: (ids.match(/\d+/g) ?? []).map(Number) };
}
