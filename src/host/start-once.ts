import { OptionError } from '../errors.js';
import type { Attachable } from './attachable.js';
import { hostOf } from './host-of.js';
import type { Host } from './host.js';
import { ifPossible } from '../lib/if-possible.js';
import { withFailuresTold } from '../lib/with-failures-told.js';

/** What is started for a client, until it is closed. */
interface Feature {
  close(): void;
}

interface Running {
  feature: Feature;
  /** What its options say; functions, which frameworks make anew, say nothing, nor does what no JSON can hold. */
  options: string | undefined;
  /** What each who has started it closes it with, until they do. */
  holders: Set<() => void>;
}

/**
 * Starts a feature once for a client, however often a page's framework starts it; other options than the first are told
 * of. It stops once all who started it have closed it, or with its client.
 */
export function startOnce<Options extends object, Started extends Feature>(
  client: Attachable,
  name: string,
  given: Options,
  start: (host: Host, options: Options) => Started,
): Started {
  const host = hostOf(client);
  const features = host.features as Map<string, Running | undefined>;
  const options = ifPossible(() => JSON.stringify(given));

  function begin(): Running {
    const feature = withFailuresTold(start(host, given), host.report);
    return { feature, options, holders: new Set() };
  }

  const one = features.get(name) ?? begin();
  // Once for all that are started one after another: of those that have ended, no more than the first is kept.
  if (!features.has(name)) host.onClose(() => features.get(name)?.feature.close());
  features.set(name, one);
  if (options !== '{}' && options !== one.options)
    host.report(
      new OptionError(`\`${name}\` runs with other options already: those of the first who started it hold`),
    );
  one.holders.add(close);
  function close() {
    // Who closes it twice has closed it for nobody else.
    if (!one.holders.delete(close) || one.holders.size) return;
    features.set(name, undefined);
    one.feature.close();
  }
  return Object.assign(Object.create(one.feature) as Started, { close });
}
