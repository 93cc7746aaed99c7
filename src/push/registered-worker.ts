import { OptionError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { must } from '../lib/must.js';

/** How long a service worker may take to begin, in milliseconds. */
const TIMEOUT = 20_000;

/** The path of a service worker, or its registration. */
export type ServiceWorkerOption = string | URL | ServiceWorkerRegistration | undefined;

/** Registers a service worker, unless that is done, and gives it once it can get pushes. */
export async function activeWorker(serviceWorker: ServiceWorkerOption): Promise<ServiceWorkerRegistration> {
  const onTimeout = () => new Error('It has not begun in time');
  try {
    return await within({ timeout: TIMEOUT, onTimeout }, async () => {
      const registration = isRegistration(serviceWorker) ? serviceWorker : await register(serviceWorker);
      if (!registration.active) await activated(registration.installing ?? registration.waiting);
      return registration;
    });
  } catch (cause) {
    if (cause instanceof OptionError) throw cause;
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
  const address = addressOf(serviceWorker);
  const there = await registrationAt(address);
  return there?.active && pathOf(there.active) === address.pathname ? there : undefined;
}

/** Registers a script, unless the site has another one there, which would do its work no more. */
async function register(path: string | URL | undefined): Promise<ServiceWorkerRegistration> {
  const address = addressOf(path);
  const there = await registrationAt(address);
  const worker = there?.active ?? there?.waiting ?? there?.installing;
  // Another query is another version of it.
  const pathname = worker ? pathOf(worker) : address.pathname;
  must(
    pathname === address.pathname,
    `The site has the service worker ${pathname}: import \`showPushes\` from \`tidings/service-worker\` there, and pass its path as \`serviceWorker\``,
  );
  return navigator.serviceWorker.register(address);
}

/** What is registered where a script is by itself: of one script there may be several, each for a part of the site. */
async function registrationAt(script: URL): Promise<ServiceWorkerRegistration | undefined> {
  const { href } = new URL('.', script);
  return (await navigator.serviceWorker.getRegistrations()).find(({ scope }) => scope === href);
}

function pathOf({ scriptURL }: ServiceWorker): string {
  return new URL(scriptURL).pathname;
}

function addressOf(path: string | URL = '/service-worker.js'): URL {
  return new URL(path, document.baseURI);
}

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
