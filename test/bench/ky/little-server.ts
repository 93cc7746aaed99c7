import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request, or does not; `number` counts from 1. */
export type Answering = (response: ServerResponse, number: number, request: IncomingMessage) => void;

/** A real server that both are measured against, and what reached it. */
export interface LittleServer {
  url: string;
  /** When each request came, in milliseconds since the first. */
  arrivals: number[];
  /** How many connections were opened. */
  readonly connections: number;
  close(): void;
}

/** Serves on a free port of this machine. A request is answered once its body has come. */
export async function serve(answering: Answering): Promise<LittleServer> {
  const arrivals: number[] = [];
  let began = NaN;
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (!arrivals.length) began = performance.now();
      arrivals.push(performance.now() - began);
      answering(response, arrivals.length, request);
    });
  });
  server.on('connection', () => void (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    get connections() {
      return connections;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An answer of JSON. */
export function json(response: ServerResponse, body: object, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Takes the connection away. */
export const breakOff = (response: ServerResponse): void => void response.destroy();
