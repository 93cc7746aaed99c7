import type { PushWindow, PushWorker } from './push-worker.js';

/** Who opens windows, and which are open. */
export interface OpenSite {
  worker: Pick<PushWorker, 'clients' | 'location'>;
  open: readonly PushWindow[];
}

/**
 * Shows a page in the window that has it. Else one goes there: one whose address differs after the path alone, or any of
 * the site; or a new one opens. Without a page, whichever of the site is open is shown.
 */
export async function showPage(url: string | undefined, { worker, open }: OpenSite): Promise<unknown> {
  const there = open.find((one) => !url || one.url === url);
  if (there) return there.focus();
  // The others go nowhere for this worker.
  const led = url?.startsWith(`${worker.location.origin}/`)
    ? await worker.clients.matchAll({ type: 'window' })
    : [];
  const window = led.find((one) => pathOf(one.url) === pathOf(url)) ?? led[0];
  await (window ? window.focus() : worker.clients.openWindow(url ?? '/'));
  return window?.navigate(url as string);
}

function pathOf(address: string | undefined): string | undefined {
  return address?.split(/[?#]/)[0];
}
