import { onTestFinished } from 'vitest';
import {
  deliverInBackground,
  type DirectDeliveryOptions,
  type OwnDeliveryOptions,
} from '../../src/service-worker.js';
import { createScope } from './push-worker.js';
import { define } from './push-platform.js';
import { calm, startVisits } from './visits.js';

/** Visits to a site whose service worker delivers what its pages leave. */
export function setup() {
  const visits = startVisits();
  const scope = createScope(`${location.origin}/service-worker.js`);
  const { service, line } = visits;
  const sync = { ...scope.worker.registration.sync, getTags: async () => scope.syncs };
  define({ serviceWorker: Object.assign(new EventTarget(), { ready: Promise.resolve({ sync }) }) });

  /** Starts the service worker. Gives what delivers at once. */
  function work(own: Partial<OwnDeliveryOptions & DirectDeliveryOptions> = {}) {
    const deliver = deliverInBackground(
      {
        apiKey: service.keys.web,
        baseUrl: 'http://service',
        fetch: (...call) => line.fetch(...call),
        getToken: (user) => service.signToken(user),
        ...own,
      },
      scope.worker,
    );
    return () => withoutPage(deliver);
  }

  return {
    ...visits,
    ...scope,
    work,
    /** Lets Background Sync come, after the last page is gone. */
    sync: (tag = scope.syncs.at(-1)) => withoutPage(() => scope.happen('sync', { tag })),
  };
}

/** What only a page has. */
const OF_PAGE = ['document', 'localStorage'] as const;

/** Does something in a service worker: there is no page. */
export async function withoutPage<Result>(work: () => Promise<Result>): Promise<Result> {
  await calm();
  const page = OF_PAGE.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  let isBack = false;
  function comeBack() {
    if (isBack) return;
    isBack = true;
    for (const [name, property] of page) Object.defineProperty(globalThis, name, property ?? {});
  }
  onTestFinished(comeBack);
  for (const name of OF_PAGE)
    Object.defineProperty(globalThis, name, { configurable: true, value: undefined });
  try {
    return await work();
  } finally {
    comeBack();
  }
}
