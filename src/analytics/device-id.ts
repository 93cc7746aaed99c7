import { readLocal, writeLocal } from '../browser/local.js';
import type { Host } from '../host/host.js';
import { randomId } from '../lib/random-id.js';

/**
 * Makes the function that gives this browser's id, which is made once and says nothing of the visitor, and the one that
 * stops it. The id stays on the device until they refuse or the site's data is erased; before they agree, it is in the
 * memory of the page.
 */
export function keepDeviceId(host: Host): [deviceId: () => string, stop: () => void] {
  const key = `${host.name} device`;
  let id = '';
  function deviceId() {
    if (!host.isAllowed) return (id ||= randomId());
    const kept = readLocal(key);
    id = kept || id || randomId();
    if (!kept) writeLocal(key, id);
    return id;
  }
  const stop = host.on('consent', () => {
    // What was made before they agreed stays.
    if (!host.isAllowed) id = '';
  });
  return [deviceId, stop];
}
