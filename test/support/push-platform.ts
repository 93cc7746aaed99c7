import { onTestFinished, vi } from 'vitest';
import { createScope } from './push-worker.js';

/** What a test says of the browser. */
export interface PlatformOptions {
  permission?: NotificationPermission;
  /** What the visitor says when they are asked. Default: `granted`. */
  answer?: NotificationPermission;
}

/** Gives the page of a test what browsers have for pushes: permission, a service worker, subscriptions. */
export function installPlatform({ permission = 'default', answer = 'granted' }: PlatformOptions = {}) {
  const scope = createScope(`${location.origin}/service-worker.js`);
  const status = new EventTarget();
  const messages = new EventTarget();
  const visitor = { permission, answer, asked: 0, isActive: true };
  const script = { loads: true, registered: 0 };
  /** Another service worker that the site has at the same place. */
  const others: { scope: string; active: { scriptURL: string } }[] = [];
  const registration = {
    scope: `${location.origin}/`,
    active: { scriptURL: `${location.origin}/service-worker.js`, state: 'activated' },
    pushManager: scope.worker.registration.pushManager,
    getNotifications: async () =>
      scope.shown.map((one) => ({
        data: one.options.data as unknown,
        close: () => void scope.shown.splice(scope.shown.indexOf(one), 1),
      })),
  };
  const serviceWorker = Object.assign(messages, {
    async register() {
      if (!script.loads) throw new TypeError('Failed to register a ServiceWorker: 404');
      script.registered += 1;
      return registration;
    },
    getRegistrations: async () => [...(script.registered ? [registration] : []), ...others],
  });
  vi.stubGlobal('PushManager', function PushManager() {});
  vi.stubGlobal('Notification', {
    get permission() {
      return visitor.permission;
    },
    async requestPermission() {
      visitor.asked += 1;
      visitor.permission = visitor.answer;
    },
  });
  define({
    serviceWorker,
    permissions: { query: async () => status },
    userActivation: {
      get isActive() {
        return visitor.isActive;
      },
    },
  });

  return {
    ...scope,
    visitor,
    script,
    others,
    registration,
    /** The subscriptions by which a push still comes. */
    alive: () => scope.subscriptions.filter(({ isOver }) => !isOver).map(({ endpoint }) => endpoint),
    /** The visitor changes their mind in the browser's settings. */
    setPermission(permission: NotificationPermission) {
      visitor.permission = permission;
      if (permission !== 'granted') scope.subscriptions.forEach((one) => (one.isOver = true));
      status.dispatchEvent(new Event('change'));
    },
    /** Gives the page what the service worker told its window. */
    tell: (data: unknown) => void messages.dispatchEvent(new MessageEvent('message', { data })),
  };
}

/** Puts properties on `navigator` until the test ends. */
export function define(properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}
