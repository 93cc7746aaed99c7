import type { PushWindows } from './push-worker.js';

/** Shows a page in the window that has it, or in a new one; without a page, whichever of the site is open. */
export async function showPage(url: string | undefined, home: string, windows: PushWindows): Promise<void> {
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const window = open.find((one) => !url || one.url === url);
  await (window ? window.focus() : windows.openWindow(url ?? home));
}
