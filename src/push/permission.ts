import { ifPossible } from '../lib/if-possible.js';
import { must } from '../lib/must.js';

/**
 * What a browser lets this site do: nobody has been asked yet, pushes may come, the visitor has blocked them, there are
 * none in this browser or on this page, or only once the site has been put on the home screen.
 */
export type PushState = NotificationPermission | 'unsupported' | 'uninstalled';

/** What this asks of `navigator`, of which browsers bring more or less. */
interface Platform {
  serviceWorker?: unknown;
  permissions?: Permissions;
  userActivation?: UserActivation;
  /** Known on iPhones and iPads alone. */
  standalone?: boolean;
}

/** Nothing where there is no browser. */
const platform = (): Platform => (globalThis as { navigator?: Platform }).navigator ?? {};

/** What the browser lets this site do now. */
export function pushState(): PushState {
  // What is missing throws, and so does what is refused in a sandboxed frame.
  const state = ifPossible(
    () => [PushManager, platform().serviceWorker].every(Boolean) && Notification.permission,
  );
  return state || (platform().standalone === false ? 'uninstalled' : 'unsupported');
}

/** Asks the visitor, unless they have been asked; only in answer to what they do, as browsers want it. */
export async function askPermission(): Promise<PushState> {
  if (pushState() === 'default') {
    must(platform().userActivation?.isActive !== false, '`turnOn` asks the visitor: call it when they click');
    await Notification.requestPermission();
  }
  return pushState();
}

/** Calls `listener` when the visitor has changed their mind in the browser's settings; returns the function that stops it. */
export function onPermissionChanged(listener: () => void): () => void {
  const end = new AbortController();
  platform()
    .permissions?.query({ name: 'notifications' })
    // What ends it is an option by itself: it has a `signal`.
    .then((status) => status.addEventListener('change', listener, end))
    .catch(() => undefined); // Not told of: the next page sees it.
  return () => end.abort();
}
