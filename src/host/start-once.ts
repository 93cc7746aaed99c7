import type { Attachable } from './attachable.js';
import { hostOf } from './host-of.js';
import type { Host } from './host.js';
import { withFailuresTold } from '../lib/with-failures-told.js';

/** What is started for a client, until it is closed. */
interface Feature {
  close(): void;
}

interface Running {
  feature: Feature;
  /** How many have started it, and not closed it yet. */
  holders: number;
}

/** What runs for each client, by the name of the feature. */
const running = new WeakMap<Host, Map<string, Running>>();

/**
 * Starts a feature once for a client, however often a page's framework starts it. It stops once all who started it
 * have closed it, or with its client.
 */
export function startOnce<Started extends Feature>(
  client: Attachable,
  name: string,
  start: (host: Host) => Started,
): Started {
  const host = hostOf(client);
  const features = running.get(host) ?? new Map<string, Running>();
  running.set(host, features);

  function begin(): Running {
    const feature = withFailuresTold(start(host), host.report);
    const { close } = feature;
    const begun = { feature, holders: 0 };
    feature.close = () => {
      begun.holders -= 1;
      if (begun.holders) return;
      features.delete(name);
      close();
    };
    host.onClose(close);
    return begun;
  }

  const one = features.get(name) ?? begin();
  features.set(name, one);
  one.holders += 1;
  return one.feature as Started;
}
