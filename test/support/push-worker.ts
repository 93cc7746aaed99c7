import type { DeliveringWorker, PushWorker } from '../../src/service-worker.js';

/** A notification that a service worker shows. */
export interface Shown {
  title: string;
  options: NotificationOptions & { actions?: { action: string; title: string }[] };
}

/** A window that a service worker sees. */
export interface SeenWindow {
  url: string;
  told: unknown[];
  isFocused: boolean;
  /** Default: the visitor does not see it. */
  visibilityState: DocumentVisibilityState;
  /** Whether this service worker leads it. Default: yes. */
  isLed: boolean;
}

/** A service worker as its browser has it, where a test says what comes and what is clicked. */
export function createScope(href = 'https://shop.example.com/service-worker.js') {
  const listeners = new Map<string, ((event: never) => void)[]>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const windows: SeenWindow[] = [];
  const syncs: string[] = [];
  const subscriptions: { endpoint: string; isOver: boolean }[] = [];

  function subscribed() {
    const one = { endpoint: `https://push.example.com/${subscriptions.length + 1}`, isOver: false };
    subscriptions.push(one);
    return one;
  }
  const platformOf = (one: { endpoint: string; isOver: boolean }) =>
    ({
      toJSON: () => ({ endpoint: one.endpoint, keys: { auth: 'a', p256dh: 'p' } }),
      unsubscribe: async () => (one.isOver = true),
    }) as unknown as PushSubscription;
  const current = () => subscriptions.findLast(({ isOver }) => !isOver);

  const worker: PushWorker & DeliveringWorker = {
    location: new URL(href),
    registration: {
      showNotification: async (title, options) => void shown.push({ title, options }),
      pushManager: {
        async subscribe() {
          return platformOf(current() ?? subscribed());
        },
        getSubscription: async () => {
          const one = current();
          return one ? platformOf(one) : null;
        },
      },
      sync: { register: async (tag) => void syncs.push(tag) },
    },
    clients: {
      matchAll: async ({ includeUncontrolled = false }) =>
        windows
          .filter(({ isLed }) => isLed || includeUncontrolled)
          .map((window) => ({
            url: window.url,
            visibilityState: window.visibilityState,
            focus: async () => (window.isFocused = true),
            async navigate(url: string) {
              if (!window.isLed) throw new TypeError('It is not led by this service worker');
              window.url = url;
            },
            postMessage: (message) => void window.told.push(message),
          })),
      openWindow: async (url) => void opened.push(new URL(url, href).href),
    },
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  };

  /** Lets something happen, and waits until the worker has done with it. */
  async function happen(type: string, event: object = {}): Promise<void> {
    const work: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>) => void work.push(one);
    listeners.get(type)?.forEach((listener) => listener({ ...event, waitUntil } as never));
    await Promise.all(work);
  }

  return {
    worker,
    shown,
    opened,
    windows,
    syncs,
    subscriptions,
    subscribed,
    happen,
    push: (payload: unknown) =>
      happen('push', {
        data: { text: () => (typeof payload === 'string' ? payload : JSON.stringify(payload)) },
      }),
    /** Clicks what was shown last, or one of its buttons. */
    async click(action = '', notification = shown.at(-1)) {
      let isClosed = false;
      const close = () => (isClosed = true);
      await happen('notificationclick', {
        action,
        notification: { data: notification?.options.data as unknown, close },
      });
      return isClosed;
    },
    openWindow(url: string, isLed = true): SeenWindow {
      const window: SeenWindow = { url, told: [], isFocused: false, visibilityState: 'hidden', isLed };
      windows.push(window);
      return window;
    },
  };
}
