import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Arrival {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Serves on a free port of this machine until the test ends; gives the address and what arrived. */
export async function serve(answer: (response: ServerResponse, arrival: Arrival) => void) {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const arrival = { method, url, headers, body: Buffer.concat(parts).toString() };
      arrivals.push(arrival);
      answer(response, arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { arrivals, host, baseUrl: `http://${host}` };
}
