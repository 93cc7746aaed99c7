/**
 * Serves the demo: `npm start`.
 *
 * It runs on an emulator in this process. To run it on a real service, set all four:
 * - `TIDINGS_BASE_URL`: where the service is, such as `https://api.example.com`
 * - `TIDINGS_WEB_KEY`: a web key, which the pages show
 * - `TIDINGS_SERVER_KEY`: a server-side key, which stays here
 * - `TIDINGS_TOKEN_SECRET`: what the project's tokens are signed with, which stays here
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createDemo } from './demo.js';
import { serviceOf } from './service.js';

const FIRST_PORT = 4173;

const service = serviceOf(process.env);
const demo = createDemo(service);
const listener = getRequestListener(
  async (request, bindings) => {
    try {
      return await demo.fetch(request, bindings);
    } catch (error) {
      bindings.outgoing.destroy(); // An answer that the emulator was asked to lose.
      throw error;
    }
  },
  { overrideGlobalObjects: false, errorHandler: () => undefined },
);

/** Listens on loopback at the first port that is free. */
function listen(port: number) {
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    listen(port + 1);
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`
  The shop is at http://localhost:${port}

  Open it, allow what the banner asks for, and log in as one of five people.
  The panel beside the shop draws what the SDK does: take the network away, buy something, and give it back.

  It runs on ${service.baseUrl ?? `an emulator: http://localhost:${port}/console looks into it`}.
  Ctrl-C stops it.
`);
  });
}

listen(FIRST_PORT);
