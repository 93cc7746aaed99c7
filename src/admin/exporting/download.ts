import { NetworkError } from '../../errors.js';
import { backoff, type Chance } from '../../lib/backoff.js';
import { within } from '../../lib/deadline.js';
import { pause } from '../../lib/wait.js';

/** What a download depends on. */
export interface DownloadOptions extends Chance {
  fetch: typeof globalThis.fetch;
  /** Gives a new address of the same file, whose old one may have expired. */
  freshUrl: (signal?: AbortSignal) => Promise<string | undefined>;
}

/** How often in a row a download may fail without getting any further. */
const FAILURES = 8;
/** How long nothing may come, in milliseconds. */
const SILENCE = 60_000;

/** Gives the bytes of a file; one that breaks off goes on where it was, from a new address. */
export type Download = (url: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>;

/** Makes the function that downloads one file. The addresses carry their own proof, so no key goes along. */
export function createDownload({ fetch, freshUrl, random }: DownloadOptions): Download {
  return async function* download(first, signal) {
    let url: string | undefined = first;
    let at = 0;
    for (let failures = 0; ;) {
      try {
        if (!url) throw new NetworkError('The export no longer has this file');
        for await (const part of bytesFrom(fetch, url, at, signal)) {
          yield part;
          at += part.length;
          failures = 0;
        }
        return;
      } catch (error) {
        failures += 1;
        if (signal?.aborted || failures > FAILURES) throw error;
      }
      if (failures > 1) await pause(backoff(failures, random), signal);
      url = await freshUrl(signal);
    }
  };
}

/** The bytes of an address from a place on, also where the server cannot begin there. */
async function* bytesFrom(
  fetch: typeof globalThis.fetch,
  url: string,
  at: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  const deadline = {
    timeout: SILENCE,
    onTimeout: () => new NetworkError('The download went silent'),
    signal,
  };
  const headers: Record<string, string> = at ? { Range: `bytes=${at}-` } : {};
  const response = await within(deadline, () => fetch(url, { headers, signal: signal ?? null }));
  const isBeyond = response.status === 416 && at > 0;
  if (isBeyond) return;
  if (!response.ok) throw new NetworkError(`The download of an export answered ${response.status}`);
  let skip = response.status === 206 ? 0 : at;
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  try {
    for (;;) {
      const { done, value } = await within(deadline, () => reader.read());
      if (done) return;
      const rest = value.subarray(Math.min(skip, value.length));
      skip -= value.length - rest.length;
      if (rest.length) yield rest;
    }
  } finally {
    // Whoever stopped reading wants no more of it, however that ends.
    reader.cancel().catch(() => {});
  }
}
