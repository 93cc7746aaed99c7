import type { PushSubscriptions } from '../push-token.js';

/** What this asks of the service worker it runs in. */
export interface PushWorker {
  location: { href: string; hostname: string; origin: string };
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    pushManager: PushSubscriptions;
    /** Missing where there is no Background Sync. */
    sync?: { register(tag: string): Promise<void> };
  };
  clients: PushWindows;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: LastingEvent) => void): void;
}

/** The windows of the site. */
export interface PushWindows {
  matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly PushWindow[]>;
  openWindow(url: string): Promise<unknown>;
}

/** A window of the site. */
export interface PushWindow {
  url: string;
  focus(): Promise<unknown>;
  /** Rejects for a window that is not this worker's. */
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** An event that keeps its worker alive. */
export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** A push, as far as it is read here. */
export interface PushEvent extends LastingEvent {
  data: { text(): string } | null;
}

/** A click on a notification, as far as it is read here. */
export interface ClickEvent extends LastingEvent {
  /** The button; empty for the notification itself. */
  action: string;
  notification: { data: unknown; close(): void };
}

/** A network that has come back, for what was to wait for it. */
export interface SyncEvent extends LastingEvent {
  tag: string;
}
