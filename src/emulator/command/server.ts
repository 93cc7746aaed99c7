import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BrokenConnection } from '../answering/fault-answers.js';
import { isAdmitted, type ControlAccess } from '../console/access.js';

/** Where to listen. */
export interface ServeOptions {
  /** Where to listen; 0 takes any port that is free. */
  port: number;
  /** The address to listen at. Default: `127.0.0.1`, which only this machine reaches. */
  host?: string;
  /** Who may look and steer beside this machine. Default: nobody. */
  control?: ControlAccess | undefined;
}

/** An emulator that answers over HTTP. */
export interface Served {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Breaks every connection and stops listening. */
  close(): Promise<void>;
}

/** The console and what it asks for: only for the machine that the emulator runs on. */
const OURS = /^\/($|_emulator($|\/))/;

/** How many connections may wait to be taken. Of thousands that come at once, the device's default would break some. */
const BACKLOG = 4_096;

/** Long enough for the start of an answer to leave before its connection breaks, in milliseconds. */
const LEAVING = 20;

/** Answers over HTTP with an emulator's `fetch`; rejects when the port is taken. */
export async function serve(
  { fetch }: { fetch: typeof globalThis.fetch },
  { port, host = '127.0.0.1', control }: ServeOptions,
): Promise<Served> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const isOurs = OURS.test(new URL(request.url).pathname);
      const isAllowed = isLocal(incoming as IncomingMessage) || isAdmitted(request, control);
      if (isOurs && !isAllowed) return forbidden();
      const breakOff = () => void outgoing.destroy();
      const response = await fetch(request).catch((error: unknown) => {
        if (error instanceof BrokenConnection) breakOff();
        throw error;
      });
      return breakable(response, () => setTimeout(breakOff, LEAVING));
    },
    { overrideGlobalObjects: false, errorHandler },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await listening(server, port, host);

  const at = (server.address() as AddressInfo).port;
  return {
    url: `http://${nameOf(host)}:${at}`,
    port: at,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** How a browser of this machine names an address; one that stands for all of them is reached as `localhost`. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isLocal({ socket }: IncomingMessage): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function forbidden(): Response {
  const words = 'This is for the machine that the emulator runs on, and for whom `--control-host` lets in.\n';
  return new Response(words, { status: 403 });
}

/** A call without an answer: its connection is broken already, or it was none. */
function errorHandler(error: unknown): Response | undefined {
  if (error instanceof BrokenConnection) return undefined;
  return new Response(`The request cannot be answered: ${String(error)}\n`, { status: 400 });
}

/** An answer whose connection breaks where its body does; the server's adapter would end it in good order. */
function breakable(response: Response, breakOff: () => void): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        breakOff(); // The rest never comes, and whoever waits for it sees why.
        await new Promise(() => {});
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
