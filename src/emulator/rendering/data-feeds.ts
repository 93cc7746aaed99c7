import ky, { HTTPError } from 'ky';
import { z } from 'zod';
import { dataFields } from '../operation/schemas.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { requireRow } from '../operation/paging.js';
import { isObject } from '../people/field-types.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { render } from './rendering.js';
import { HOUR } from '../time.js';

/** An address that templates get data from. No operation makes one; a person does by hand. */
export const dataFeedRow = z.object({
  id: z.number(),
  name: z.string(),
  /** A template itself, with the fields of the one that asks. */
  url: z.string(),
});
/** An address that templates get data from. No operation makes one; a person does by hand. */
export type DataFeedRow = z.infer<typeof dataFeedRow>;

/** What a feed answered, kept for templates that ask for it. */
export const cachedAnswer = z.object({
  /** In milliseconds since the epoch. */
  at: z.number(),
  data: dataFields,
});
/** What a feed answered, kept for templates that ask for it. */
export type CachedAnswer = z.infer<typeof cachedAnswer>;

/** How long a feed may take to answer, however often it is asked, in milliseconds. */
const TIMEOUT = 5_000;
/** How often a feed is asked that cannot answer just now. */
const ATTEMPTS = 3;
/** How long an answer may be, in characters. */
const MAX_LENGTH = 1_000_000;
/** How long an answer is kept, in milliseconds (Templates of the document). */
const CACHE_LIFE = HOUR;

/** Every data feed, by number. */
export const feedsOf = (service: Service) => service.tables.table<DataFeedRow>('dataFeeds');
/** The kept answers, by the addresses they came from. */
const answersOf = (service: Service) => service.tables.table<CachedAnswer, string>('dataFeedAnswers');

/** Whether a template gets data from feeds. */
export function hasFeeds(content: DataFields): boolean {
  return feedIdsOf(content).length > 0;
}

/** What the data feeds of a template answer now, in one; of two that name the same field, the later goes first. */
export async function fetchedFeeds(
  service: Service,
  content: DataFields,
  context: DataFields,
): Promise<DataFields> {
  const { cacheDataFeed } = content as { cacheDataFeed?: boolean };
  const feeds = feedIdsOf(content).map((id) => requireRow(feedsOf(service), id, 'dataFeedIds', 'data feed'));
  const answers = await Promise.all(
    feeds.map(({ id, url }) => {
      const address = render(service, { text: url, isHtml: false }, context);
      return cacheDataFeed ? keptAnswer(service, id, address) : answerOf(service, id, address);
    }),
  );
  return Object.assign({}, ...answers) as DataFields;
}

/** The numbers of a template's feeds; `dataFeedId` is what `dataFeedIds` was called before there could be many. */
function feedIdsOf(content: DataFields): number[] {
  const { dataFeedId, dataFeedIds } = content as { dataFeedId?: number; dataFeedIds?: number[] };
  return dataFeedIds ?? (dataFeedId === undefined ? [] : [dataFeedId]);
}

async function keptAnswer(service: Service, id: number, address: string): Promise<DataFields> {
  const now = service.clock.now();
  for (const [key, { at }] of answersOf(service)) {
    if (at + CACHE_LIFE <= now) answersOf(service).delete(key);
  }
  const kept = answersOf(service).get(address);
  if (kept) return kept.data;
  const data = await answerOf(service, id, address);
  answersOf(service).set(address, { at: now, data });
  return data;
}

async function answerOf(service: Service, id: number, address: string): Promise<DataFields> {
  const text = await textOf(service, id, address);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw refusal(id, 'its answer is not JSON');
  }
  if (isObject(data)) return data;
  throw refusal(id, 'its answer is no object');
}

async function textOf({ fetch }: Service, id: number, address: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    const response = await ky(address, {
      // Its own time ends with the headers, and begins anew with each attempt.
      timeout: false,
      signal,
      // Straight to the network too: what ky passes on is lost once its request is collected as garbage.
      fetch: (request, init) => fetch(request, { ...init, signal }),
      // A message waits for it: it is asked again at once, whatever it asks for itself.
      retry: { limit: ATTEMPTS - 1, delay: () => 0, afterStatusCodes: [] },
    });
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.length > MAX_LENGTH) throw refusal(id, 'its answer is over 1 MB');
    }
    return text;
  } catch (error) {
    if (error instanceof HTTPError) throw refusal(id, `it answered ${error.response.status}`);
    throw error instanceof Refusal ? error : refusal(id, `it did not answer: ${String(error)}`);
  }
}

function refusal(id: number, reason: string): Refusal {
  return new Refusal('BadParams', `\`dataFeedIds\`: data feed ${id} cannot be used: ${reason}`);
}
