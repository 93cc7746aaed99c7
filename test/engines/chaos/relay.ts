import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type * as relayDoor from '../../../src/relay/index.js';
import { setTimeout as wait } from 'node:timers/promises';
import type { TokenMode } from './collector.js';
import { nameOf, type Who } from './wire.js';

/** The keys of the relay: one opens what is told of many, under no token. */
export const RELAY_KEYS = { serverKey: 'server-key', webKey: 'web-key-a', tokenSecret: 'a-secret-of-chaos' };

/** What a relay answers, as it is on its way. */
export interface RelayAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Uint8Array;
}

/** The built relay of the site, which calls the service at an address, and lets in whoever the site says by then. */
export async function openRelay(baseUrl: string, modeNow: () => TokenMode) {
  const built = new URL('../../../dist/relay/index.js', import.meta.url);
  const { createRelay, toNode } = (await import(String(built))) as typeof relayDoor;

  async function user({ headers }: IncomingMessage): Promise<Who | undefined> {
    const [, text = 'null'] = /(?:^|; )session=([^;]*)/.exec(headers.cookie ?? '') ?? [];
    const who = (JSON.parse(decodeURIComponent(text)) as Who | null) ?? undefined;
    const mode = modeNow();
    if (mode === 'slow') await wait(400);
    if (mode === 'rejects') throw new Error('There is no session');
    const isFormer = !!who && nameOf(who).startsWith('former');
    if (mode === 'none' || (mode === 'none for former users' && isFormer)) return undefined;
    return mode === "another's" ? { email: 'somebody@chaos.example' } : who;
  }
  const relay = createRelay({ ...RELAY_KEYS, baseUrl, user, rate: false, onError: () => undefined });
  const handle = toNode(relay);

  return (request: IncomingMessage, response: ServerResponse): Promise<RelayAnswer> =>
    new Promise((resolve) => {
      const headers: OutgoingHttpHeaders = {};
      let isEnded = false;
      const answer = {
        statusCode: 0,
        get writableFinished() {
          return isEnded;
        },
        setHeader: (name: string, value: string | string[]) => void (headers[name] = value),
        end(body: Uint8Array) {
          isEnded = true;
          resolve({ status: answer.statusCode, headers, body });
        },
        on: (event: 'close', listener: () => void) => response.on(event, listener),
      };
      handle(request, answer);
    });
}
