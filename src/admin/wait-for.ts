import { ApiError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { must } from '../lib/must.js';
import { pause } from '../lib/wait.js';
import { isFrom, mustBeTime } from './calling/numbers.js';
import type { CampaignDetails, CampaignRef, CampaignState } from './operations/campaigns.js';
import type { CatalogItem, CatalogItemRef } from './operations/catalogs.js';
import type { ExportFiles, ExportRef } from './operations/exports.js';
import { ExportError } from './exporting/export-error.js';
import type { ListRef } from './operations/lists.js';
import type { operations } from './operations/operations.js';

/** How long to wait for something, and how often to look. */
export interface WaitOptions {
  /** Gives up at once. */
  signal?: AbortSignal | undefined;
  /** How long to wait at most, in milliseconds; then it rejects with a `TimeoutError`. Default: 10 minutes. */
  timeout?: number | undefined;
  /** How long to wait between two looks, in milliseconds. Default: 2 seconds. */
  every?: number | undefined;
}

/** Waits for what the service does later. */
export interface WaitFor {
  /** The campaign, once it is in one of these states. */
  campaign(
    input: CampaignRef & { state: CampaignState | readonly CampaignState[] },
    options?: WaitOptions,
  ): Promise<CampaignDetails>;
  /** The item, once it is in its catalog. */
  catalogItem(input: CatalogItemRef, options?: WaitOptions): Promise<CatalogItem>;
  /** The number of users of a list, once there are at least so many. */
  listSize(input: ListRef & { atLeast: number }, options?: WaitOptions): Promise<number>;
  /** The files of an export job, once it is done; rejects with an `ExportError` when it fails. */
  exportJob(input: ExportRef, options?: WaitOptions): Promise<ExportFiles>;
}

const TIMEOUT = 600_000;
const EVERY = 2_000;

/** Makes the functions that wait, out of the operations that look. */
export function createWaitFor({
  campaigns,
  catalogs,
  lists,
  exports,
}: ReturnType<typeof operations>): WaitFor {
  return {
    campaign: ({ campaignId: id, state }, options) =>
      until(
        (signal) => campaigns.get({ id }, { signal }),
        ({ campaignState }) => [state].flat().some((one) => one === campaignState),
        options,
      ),
    catalogItem: (input, options) =>
      until(
        (signal) => catalogs.items.get(input, { signal }).catch(absent),
        (item) => item !== undefined,
        options,
      ) as Promise<CatalogItem>,
    async listSize({ listId, atLeast }, options) {
      must(isFrom(0, atLeast), '`atLeast` must be a number of users');
      return until(
        (signal) => lists.getSize({ listId }, { signal }),
        (size) => size >= atLeast,
        options,
      );
    },
    exportJob: ({ jobId }, options) =>
      until(
        (signal) => exports.getFiles({ jobId }, { signal }),
        ({ jobState }) => {
          if (/^(failed|cancelled)$/i.test(jobState)) throw new ExportError(jobId, jobState);
          return jobState === 'Completed';
        },
        options,
      ),
  };
}

/** Looks until what is seen is what is waited for. */
async function until<Seen>(
  look: (signal: AbortSignal) => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
  { signal, timeout = TIMEOUT, every = EVERY }: WaitOptions = {},
): Promise<Seen> {
  mustBeTime('timeout', timeout);
  mustBeTime('every', every);
  const onTimeout = () =>
    new DOMException(`What was waited for did not come within ${timeout} ms`, 'TimeoutError');
  return within({ timeout, onTimeout, signal }, async (ended) => {
    for (;;) {
      const seen = await look(ended);
      if (isDone(seen)) return seen;
      await pause(every, ended);
    }
  });
}

function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
