/** What this asks of the service worker it runs in. */
export interface DeliveringWorker {
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly SeenWindow[]>;
  };
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/** A window of the site. */
export interface SeenWindow {
  visibilityState: DocumentVisibilityState;
  postMessage(message: unknown): void;
}

/** A network that is there, for what was to wait for it. */
export interface SyncEvent {
  tag: string;
  waitUntil(work: Promise<unknown>): void;
}
