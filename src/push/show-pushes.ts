/** What a web push carries, as JSON. */
export interface PushPayload {
  title: string;
  body?: string;
  /** The address of a picture to show large. */
  image?: string;
  /** The address of a small picture that stands for the sender. */
  icon?: string;
  /** The page to open on a click. Default: the site's start page. */
  url?: string;
}

/** What this asks of the service worker it runs in. */
export interface PushWorker {
  location: { origin: string };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: { openWindow(url: string): Promise<unknown> };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

/** An event that keeps its worker alive. */
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** A push, as far as it is read here. */
interface PushEvent extends LastingEvent {
  data: { text(): string } | null;
}

/** A click on a notification, as far as it is read here. */
interface ClickEvent extends LastingEvent {
  notification: { data: unknown; close(): void };
}

/**
 * Shows each web push that arrives, and opens its page on a click.
 *
 * @example
 * ```ts
 * import { showPushes } from 'tidings/service-worker';
 * showPushes();
 * ```
 */
export function showPushes(worker: PushWorker = globalThis as unknown as PushWorker): void {
  worker.addEventListener('push', (event) => {
    const { title, url, ...look } = payloadOf(event.data?.text() ?? '');
    event.waitUntil(worker.registration.showNotification(title, { ...look, data: url }));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(worker.clients.openWindow(pageOf(event.notification.data, worker.location.origin)));
  });
}

/** Reads a push. A browser wants every push shown, so one that is not ours shows as the text it is. */
function payloadOf(text: string): PushPayload {
  try {
    const { title, ...payload } = { ...(JSON.parse(text) as Record<string, unknown>) };
    const known = ['body', 'icon', 'image', 'url'].filter((name) => typeof payload[name] === 'string');
    if (typeof title === 'string')
      return { title, ...Object.fromEntries(known.map((name) => [name, payload[name]])) };
  } catch {
    // Plain text.
  }
  return { title: text };
}

/** The page a click opens: of the web, or else the site's start page. */
function pageOf(url: unknown, origin: string): string {
  try {
    const { protocol, href } = new URL(typeof url === 'string' ? url : '/', origin);
    return /^https?:$/.test(protocol) ? href : origin;
  } catch {
    return origin;
  }
}
