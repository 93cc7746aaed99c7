import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { operation, type Operation } from '../operation/operation.js';
import type { Arrival } from './pipeline.js';
import { Refusal } from '../operation/refusal.js';

/** What a router does with a call, and whose pages may make one. */
export interface RouterOptions {
  handle: (arrival: Arrival) => Promise<Response>;
  /** The only origin whose pages may call, or `*`. */
  origin: string;
}

/** Finds the operation of a request. Paths without names come first, so that none is taken for a name's value. */
export function createRouter(operations: Operation[], { handle, origin }: RouterOptions): Hono {
  const app = new Hono();
  app.use(
    cors({
      origin,
      allowHeaders: ['Api-Key', 'Authorization', 'Content-Type'],
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  );
  const namesIn = ({ route }: Operation) => route.split('{').length;
  for (const found of [...operations].sort((a, b) => namesIn(a) - namesIn(b))) {
    const [method = '', path = ''] = found.route.split(' ');
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), ({ req }) =>
      handle({ request: req.raw, operation: found, path: req.param() }),
    );
  }
  app.get('/openapi.json', async () => {
    const { OPENAPI } = await import('./contract-openapi.js');
    return new Response(OPENAPI, { headers: { 'Content-Type': 'application/json' } });
  });
  app.notFound(({ req }) =>
    handle({ request: req.raw, operation: unknownOperation(`${req.method} ${req.path}`), path: {} }),
  );
  app.onError((error) => {
    throw error; // A broken connection, which whoever called must see as one.
  });
  return app;
}

/** An operation the service does not have: whatever the key, it is not found. */
function unknownOperation(route: string): Operation {
  return operation(route, { keys: [] }, () => {
    throw new Refusal('NotFound', `The service has no ${route}`);
  });
}
