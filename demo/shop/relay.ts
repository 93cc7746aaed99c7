import { AsyncLocalStorage } from 'node:async_hooks';
import { Hono } from 'hono';
import { createRelay } from 'tidings/relay';
import type { Service } from '../service.js';
import { visitorOf } from './session.js';

/** Where on the shop's own site its pages tell what visitors do. */
export const RELAY = '/tidings';

/** A call of the service that the relay made for a request of a page. */
export interface ServiceCall {
  path: string;
  /** How many it tells of at once, where it may tell of several. */
  count?: number;
  /** How it was answered; 0 when no answer came, absent while one is awaited. */
  status?: number;
  /** How long that took, in milliseconds. */
  took?: number;
}

/** Of how many requests, and of how many calls of each, the panel can be told. */
const MOST = { requests: 200, calls: 20 };

/** The relay, and what tells the panel which calls of the service became of a request. */
export function relayRoutes(service: Service): Hono {
  const app = new Hono();
  /** By the name that the page gave its request, the latest last. */
  const requests = new Map<string, ServiceCall[]>();
  const { baseUrl = 'http://emulator', serverKey, webKey, tokenSecret, emulator } = service;
  const { noted, during } = noteCalls(emulator?.fetch ?? fetch);
  const relay = createRelay({
    ...{ baseUrl, serverKey, webKey, tokenSecret, fetch: noted },
    user: (request) => visitorOf(request, service),
  });

  app.all(RELAY, async ({ req }) => {
    const name = req.header('Request-Name') ?? '';
    const calls: ServiceCall[] = [];
    if (name) requests.set(name, calls);
    for (const oldest of requests.keys()) {
      if (requests.size <= MOST.requests) break;
      requests.delete(oldest);
    }
    const response = await during(calls, () => relay(req.raw));
    response.headers.set('Service-Calls', JSON.stringify(calls.slice(-MOST.calls)));
    return response;
  });
  // For a request that is not answered yet.
  app.get('/relayed/:name', (context) =>
    context.json((requests.get(context.req.param('name')) ?? []).slice(-MOST.calls)),
  );
  return app;
}

/** Makes a `fetch` that notes what is called with it while something is done. */
function noteCalls(send: typeof fetch) {
  const noting = new AsyncLocalStorage<ServiceCall[]>();

  const noted: typeof fetch = async (...given) => {
    const request = new Request(...given);
    const startedAt = performance.now();
    const count = countIn(await request.clone().text());
    const call: ServiceCall = { path: new URL(request.url).pathname, ...(count && { count }) };
    noting.getStore()?.push(call);
    const end = (status: number) =>
      Object.assign(call, { status, took: Math.round(performance.now() - startedAt) });
    try {
      const response = await send(request);
      end(response.status);
      return response;
    } catch (error) {
      end(0);
      throw error;
    }
  };

  return { noted, during: <Done>(calls: ServiceCall[], work: () => Done) => noting.run(calls, work) };
}

/** How many a body tells of, if it is one of many. */
function countIn(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined;
  const { events, users, updateSubscriptionsRequests: changes } = JSON.parse(text) as Record<string, unknown>;
  const many = [events, users, changes].find((one) => Array.isArray(one));
  return many?.length;
}
