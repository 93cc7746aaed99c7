/** The documented words for the states of a job, by those the service also uses. */
const jobStates = new Map([
  ['enqueued', 'Enqueued'],
  ['queued', 'Enqueued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
]);

/** Jobs in the documented words. */
export function readJobs(answer: unknown): unknown {
  const { jobs } = { ...(answer as { jobs?: unknown }) };
  return Array.isArray(jobs) ? { ...(answer as object), jobs: jobs.map(readJob) } : answer;
}

/** A job in the documented words. */
export function readJob(job: unknown): unknown {
  const { jobState } = { ...(job as { jobState?: unknown }) };
  const state = typeof jobState === 'string' ? jobStates.get(jobState.toLowerCase()) : undefined;
  return state ? { ...(job as object), jobState: state } : job;
}

/** The service tells the ids of upserted templates only in a sentence that ends in `IDs: 123, 456`. */
export function readTemplateIds(answer: unknown): unknown {
  const { msg } = { ...(answer as { msg?: unknown }) };
  const [, ids = ''] = /\bIDs?: *([\d, ]+)/.exec(typeof msg === 'string' ? msg : '') ?? [];
  return { ...(answer as object), templateIds: (ids.match(/\d+/g) ?? []).map(Number) };
}
