import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { must } from '../lib/must.js';
import { customPlugin } from './custom-plugin.js';
import { keepDeviceId } from './device-id.js';
import type { RecordingClient } from './recording-client.js';

/** How many visitors' events are recorded. */
export interface SamplingOptions {
  /** Their share, from 0 to 1. */
  rate: number;
  /** Which custom events are sampled; the others are all recorded. Default: all. */
  events?: readonly string[];
}

/** Sampling, as it goes on. */
export interface Sampling {
  /** Whether this visitor is in the sample. */
  readonly isIn: boolean;
  /** Stops: all is recorded again. */
  close(): void;
}

/**
 * Records custom events of some visitors alone, of each all or none: chance decides once a browser. Purchases, carts,
 * profiles and messages are all recorded. Called again for the same client, it gives the same, which stops once all have
 * closed it.
 *
 * @example
 * ```ts
 * startSampling(client, { rate: 0.1, events: ['scrolled'] });
 * ```
 */
export function startSampling(client: RecordingClient, options: SamplingOptions): Sampling {
  const { rate } = options;
  must(typeof rate === 'number' && rate >= 0 && rate <= 1, '`rate` must be a number from 0 to 1');
  return startOnce(client, 'sampling', options, (host) => start(host, client, options));
}

function start(host: Host, client: RecordingClient, { rate, events }: SamplingOptions): Sampling {
  const [deviceId, stopDevice] = keepDeviceId(host);
  const isIn = () => shareOf(deviceId()) < rate;
  const stop = client.use(
    customPlugin('sampling', (event) =>
      events?.includes(event.name) === false || isIn() ? event : undefined,
    ),
  );
  return {
    get isIn() {
      return isIn();
    },
    close() {
      stop();
      stopDevice();
    },
  };
}

/** Where an id falls between 0 and 1: the same id always there, and all ids evenly (FNV-1a, with a last mix). */
export function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
