import { isObject } from '../../lib/is-object.js';
import { momentIn } from './moment-in.js';
import { mustSay } from './said-answer.js';

/** The documented words for the states of a job, by those the service also uses. */
const jobStates = new Map([
  ['enqueued', 'Enqueued'],
  ['queued', 'Enqueued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
]);

/** Jobs in the documented words. */
export const readJobs = (answer: unknown) => withEach(answer, 'jobs', readJob);

/** A job in the documented words. */
export function readJob(job: unknown): unknown {
  const { jobState } = { ...(job as { jobState?: unknown }) };
  const state = typeof jobState === 'string' ? jobStates.get(jobState.toLowerCase()) : undefined;
  return state ? { ...(job as object), jobState: state } : job;
}

/** The service tells the ids of upserted templates only in a sentence that ends in `IDs: 123, 456`. */
export function readTemplateIds(answer: unknown, told: Parameters<typeof mustSay>[1]): unknown {
  const { msg } = { ...(mustSay(answer, told) as { msg?: unknown }) };
  const [, ids = ''] = /\bIDs?: *([\d, ]+)/.exec(typeof msg === 'string' ? msg : '') ?? [];
  return { ...(answer as object), templateIds: (ids.match(/\d+/g) ?? []).map(Number) };
}

/** A template with its times as numbers; an email's stand in its `metadata` too. */
export function readTemplate(template: unknown): unknown {
  const read = withMoments(template, ['createdAt', 'updatedAt']);
  return isObject(read) && 'metadata' in read ? { ...read, metadata: readTemplate(read.metadata) } : read;
}

/** Templates with their times as numbers. */
export const readTemplates = (answer: unknown) => withEach(answer, 'templates', readTemplate);

/** An item of a catalog with its time as a number. */
export const readCatalogItem = (item: unknown) => withMoments(item, ['lastModified']);

/** Items of a catalog with their times as numbers. */
export const readCatalogItems = (answer: unknown) =>
  withEach(answer, 'catalogItemsWithProperties', readCatalogItem);

/** The service tells times in milliseconds since the epoch, or as ISO 8601 texts. */
function withMoments(answer: unknown, names: readonly string[]): unknown {
  if (!isObject(answer)) return answer;
  const told = Object.entries(answer).filter(([name]) => names.includes(name));
  return { ...answer, ...Object.fromEntries(told.map(([name, value]) => [name, momentIn(value)])) };
}

/** An answer whose list is read item by item; one without the list as it came. */
function withEach(answer: unknown, name: string, read: (item: unknown) => unknown): unknown {
  const items = isObject(answer) ? answer[name] : undefined;
  return Array.isArray(items) ? { ...(answer as object), [name]: items.map(read) } : answer;
}
