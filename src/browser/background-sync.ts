import { ignore } from '../lib/ignore.js';

/** As much of Background Sync as is used here; TypeScript knows nothing of it. */
interface Sync {
  register(tag: string): Promise<void>;
  getTags(): Promise<string[]>;
}

/**
 * Makes the function that asks the browser to let the site's service worker know, by that name, once there is a network,
 * also when no page is left. Where there is no such worker, or no Background Sync, it does nothing.
 */
export function backgroundSync(name: string): () => void {
  let sync: Sync | undefined;
  async function find() {
    ({ sync } = (await navigator.serviceWorker.ready) as { sync?: Sync });
    // What a page that ends asks for the first time comes too late.
    await sync?.getTags();
  }
  // Some pages have no service workers, and in a sandboxed frame to look for them throws.
  find().catch(ignore);
  // The visitor may not allow it: the next page delivers.
  return () => void sync?.register(name).catch(ignore);
}
