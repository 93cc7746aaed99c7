import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { encrypted, type PushKeys } from './encrypted.js';

/** What the browsers of this machine take for their makers' push services. */
export interface PushService {
  /** Where it is, without a slash at the end. */
  readonly host: string;
  /** How many subscriptions browsers have ended. */
  readonly ended: number;
  /** Sends a push to the browser that is connected, as Mozilla's service does. */
  send(token: string, payload: string): void;
  close(): void;
}

/**
 * Serves what Firefox asks of Mozilla's service (a WebSocket by which it subscribes and gets pushes), and what Chromium
 * asks of Google's before it subscribes; pushes come to Chromium by its developer tools.
 */
export async function servePushes(): Promise<PushService> {
  const server = createServer((request, response) => void register(request, response));
  const sockets = new WebSocketServer({ server });
  let [current, ended, count] = [undefined as WebSocket | undefined, 0, 0];

  async function register(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/checkin') return response.end(checkedIn());
    const isEnd = Buffer.concat(parts).toString().includes('delete=true');
    if (isEnd) ended += 1;
    return response.end(isEnd ? 'deleted=x' : `token=${++count}`);
  }

  sockets.on('connection', (socket) => {
    current = socket;
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.on('message', (text: Buffer) => {
      const { messageType, channelID } = JSON.parse(text.toString()) as Record<string, string>;
      const answer = { messageType, channelID, status: 200 };
      if (messageType === 'hello')
        say({ ...answer, uaid: '0'.repeat(32), use_webpush: true, broadcasts: {} });
      if (messageType === 'register') say({ ...answer, pushEndpoint: `http://${service.host}/${channelID}` });
      if (messageType === 'unregister') {
        ended += 1;
        say(answer);
      }
      if (!messageType) say({}); // A sign of life.
    });
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PushService = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get ended() {
      return ended;
    },
    send(token, payload) {
      const { endpoint, keys } = JSON.parse(token) as { endpoint: string; keys: PushKeys };
      const message = {
        messageType: 'notification',
        channelID: endpoint.replace(/.*\//, ''),
        version: `v${++count}`,
        data: encrypted(payload, keys).toString('base64url'),
        headers: { encoding: 'aes128gcm' },
      };
      current?.send(JSON.stringify(message));
    },
    close() {
      sockets.clients.forEach((socket) => socket.terminate());
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

/** What makes a Chromium one that Google's service knows: `stats_ok`, an id and a secret, as a protocol buffer. */
function checkedIn(): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(1n);
  return Buffer.concat([Buffer.of(0x08, 1, 0x39), number, Buffer.of(0x41), number]);
}
