import { NetworkError } from '../../errors.js';
import { backoff, type Chance } from '../../lib/backoff.js';
import { within } from '../../lib/deadline.js';
import { pause } from '../../lib/wait.js';

/** What a download depends on. */
export interface DownloadOptions extends Chance {
  fetch: typeof globalThis.fetch;
  /** Gives a new address of the same file, whose old one may have expired. */
  freshUrl: (signal?: AbortSignal) => Promise<string | undefined>;
  /** What to call the file in a message. */
  what: string;
}

/** How often in a row a download may fail without getting any further. */
const FAILURES = 8;
/** How long nothing may come, in milliseconds. */
const SILENCE = 60_000;

/** Gives the bytes of a file; one that breaks off goes on where it was, from a new address. */
export type Download = (url: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>;

/** How far a file has been read. */
interface Place {
  /** Bytes read so far, as they are without their encoding. */
  at: number;
  /** What to call the file in a message. */
  what: string;
  /** The mark by which the server knows this version of the file, where it has one. */
  mark?: string | undefined;
  /** Whether the file has become another one since some of it was read. */
  hasChanged?: boolean;
  /** Whether the rest can be asked for: a range counts bytes as they are sent, encoded or not. */
  hasRanges: boolean;
}

/** Makes the function that downloads one file. The addresses carry their own proof, so no key goes along. */
export function createDownload({ fetch, freshUrl, random, what }: DownloadOptions): Download {
  return async function* download(first, signal) {
    let url: string | undefined = first;
    const place: Place = { at: 0, what, hasRanges: true };
    for (let failures = 0; ;) {
      try {
        if (!url) throw new NetworkError(`${what} is no longer there`);
        for await (const part of bytesFrom(fetch, url, place, signal)) {
          yield part;
          place.at += part.length;
          failures = 0;
        }
        return;
      } catch (error) {
        failures += 1;
        if (signal?.aborted || place.hasChanged || failures > FAILURES) throw error;
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
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  const deadline = {
    timeout: SILENCE,
    onTimeout: () => new NetworkError(`${place.what} went silent`),
    signal,
  };
  const from = place.hasRanges ? place.at : 0;
  const init = { signal: signal ?? null, ...(from && { headers: { Range: `bytes=${from}-` } }) };
  const response = await within(deadline, () => fetch(url, init));
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  try {
    if (from && isAllRead(response, from)) return;
    let skip = skipOf(response, place, from);
    for (;;) {
      const { done, value } = await within(deadline, () => reader.read());
      if (done && skip)
        throw new NetworkError(`${place.what} is shorter than what was read of it: run the export again`);
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

/** Whether the server says that there is nothing after a place. */
function isAllRead({ status, headers }: Response, at: number): boolean {
  return status === 416 && headers.get('Content-Range') === `bytes */${at}`;
}

/** How many bytes of an answer were read before. Notes whether ranges can be asked for; throws when this is no answer to go on with. */
function skipOf({ ok, status, headers }: Response, place: Place, from: number): number {
  const { what } = place;
  if (ok) {
    if (/^text\/html/i.test(headers.get('Content-Type') ?? ''))
      throw new NetworkError(`${what} answered ${status} with a page of HTML`);
    // Some servers mark what they have packed as another one.
    const mark = headers.get('ETag')?.replace(/^W\/|-(gzip|br|zstd|deflate)(?="$)/g, '');
    place.hasChanged = place.at > 0 && mark !== place.mark && Boolean(mark && place.mark);
    if (place.hasChanged)
      throw new NetworkError(`${what} has changed since it was begun: run the export again`);
    place.mark = mark;
  }
  const isRange = status === 206;
  const isOfPlace = headers.get('Content-Range')?.startsWith(`bytes ${from}-`) ?? false;
  // What is sent encoded begins anew: where its encoded bytes were is not known.
  place.hasRanges = status !== 416 && !headers.get('Content-Encoding') && (!isRange || isOfPlace);
  if (!ok || (isRange && !place.hasRanges)) {
    throw new NetworkError(`${what} answered ${status}${isRange ? ' with another part' : ''}`);
  }
  return isRange ? 0 : place.at;
}
