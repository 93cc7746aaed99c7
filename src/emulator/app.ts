import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { refused } from './answers.js';
import { events } from './events.js';
import { messages } from './messages.js';
import { createState, type State } from './state.js';
import { users } from './users.js';

export type { Profile, State } from './state.js';

/** The service, in memory. */
export interface Emulator {
  /** Answers a request as the service does. Give it to `createClient` or `createAdmin`, or serve it. */
  fetch: typeof globalThis.fetch;
  /** What the service holds by now. */
  inspect: Readonly<State>;
}

/**
 * Makes a service of your own, empty and in memory.
 *
 * It takes custom events and profile updates, and answers both message reads.
 *
 * @example
 * ```ts
 * const emulator = createEmulator();
 * const client = createClient({ apiKey: 'any', baseUrl: 'http://emulator', fetch: emulator.fetch });
 * ```
 */
export function createEmulator(): Emulator {
  const state = createState();
  const app = new Hono();

  app.use(
    cors({
      origin: '*',
      allowHeaders: ['Api-Key', 'Authorization', 'Content-Type'],
      exposeHeaders: ['Retry-After'],
    }),
  );
  app.use(async (context, next) =>
    context.req.header('Api-Key')
      ? next()
      : refused(context, 401, 'BadApiKey', 'The `Api-Key` header is missing'),
  );
  app.route('/api/events', events(state));
  app.route('/api/users', users(state));
  app.route('/api', messages());
  app.notFound((context) =>
    refused(context, 404, 'NotFound', `The emulator has no ${context.req.method} ${context.req.path}`),
  );

  return {
    // A server may hand over a request of its own make, which `new Request` does not take.
    fetch: async (input, init) =>
      app.fetch(typeof input === 'object' && 'method' in input && !init ? input : new Request(input, init)),
    inspect: state,
  };
}
