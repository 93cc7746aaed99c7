import { readLocal, writeLocal } from '../browser/local.js';
import type { Host } from '../host/host.js';
import { randomId } from '../lib/random-id.js';

/**
 * Makes the function that gives this browser's id, which is made once and says nothing of the visitor. It stays on the
 * device until they refuse or the site's data is erased; before they agree, it is in the memory of the page.
 */
export function keepDeviceId(host: Host): () => string {
  const key = `${host.name} device`;
  let id = '';
  host.onClose(
    host.on('consent', () => {
      // What was made before they agreed stays.
      if (!host.isAllowed) id = '';
    }),
  );

  return () => {
    if (!host.isAllowed) return (id ||= randomId());
    const kept = readLocal(key);
    id = kept || id || randomId();
    if (!kept) writeLocal(key, id);
    return id;
  };
}
