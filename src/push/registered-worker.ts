import { OptionError } from '../errors.js';
import { within } from '../lib/deadline.js';

/** How long a service worker may take to begin, in milliseconds. */
const TIMEOUT = 20_000;

/** The path of a service worker, or its registration. */
export type ServiceWorkerOption = string | URL | ServiceWorkerRegistration | undefined;

/** Registers a service worker, unless that is done, and gives it once it can get pushes. */
export async function activeWorker(serviceWorker: ServiceWorkerOption): Promise<ServiceWorkerRegistration> {
  const onTimeout = () => new Error('It has not begun in time');
  try {
    return await within({ timeout: TIMEOUT, onTimeout }, async () => {
      const registration = isRegistration(serviceWorker)
        ? serviceWorker
        : await navigator.serviceWorker.register(serviceWorker ?? DEFAULT);
      if (!registration.active) await activated(registration.installing ?? registration.waiting);
      return registration;
    });
  } catch (cause) {
    throw new OptionError('`serviceWorker` does not load: it must be the path of a script on this site', {
      cause,
    });
  }
}

/** A service worker that is there already. */
export async function presentWorker(
  serviceWorker: ServiceWorkerOption,
): Promise<ServiceWorkerRegistration | undefined> {
  if (isRegistration(serviceWorker)) return serviceWorker;
  const { href } = new URL(serviceWorker ?? DEFAULT, document.baseURI);
  const registrations = await navigator.serviceWorker.getRegistrations();
  return registrations.find(({ active }) => active?.scriptURL === href);
}

const DEFAULT = '/service-worker.js';

function isRegistration(serviceWorker: ServiceWorkerOption): serviceWorker is ServiceWorkerRegistration {
  return typeof serviceWorker === 'object' && 'pushManager' in serviceWorker;
}

function activated(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve, reject) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('It was given up while it was installed'));
    });
  });
}
