import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import ky, { type HTTPError } from 'ky';
import { createAdmin, type Admin, type AdminOptions } from '../../../src/admin/index.js';
import { breakOff, json, type Answering, type LittleServer } from './little-server.js';

/** How long is waited for what does not come, in milliseconds. */
const PATIENCE = 3_000;

/** One thing that goes wrong, and what both make of it. */
export interface Point {
  name: string;
  answering: Answering;
  ky: (server: LittleServer) => Promise<string>;
  tidings: (server: LittleServer) => Promise<string>;
}

const adminOf = ({ url }: LittleServer, options: Partial<AdminOptions> = {}): Admin =>
  createAdmin({ apiKey: 'key', baseUrl: url, pace: false, ...options });

/** How a call ended, and after how long. */
async function ending(call: Promise<unknown>): Promise<string> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, 'still waiting');
  });
  const end = call.then(
    () => 'answered',
    (error: unknown) => `failed (${(error as Error).name})`,
  );
  const how = await Promise.race([end, patience]);
  clearTimeout(timer);
  return `${how} after ${seconds(performance.now() - began)}`;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;
const requests = ({ arrivals: { length } }: LittleServer) =>
  length === 1 ? '1 request' : `${length} requests`;
const gaps = ({ arrivals }: LittleServer) =>
  arrivals
    .slice(1)
    .map((at, index) => seconds(at - (arrivals[index] ?? 0)))
    .join(', ') || 'none';

/** How a call ended, after how many requests. */
async function tally(call: Promise<unknown>, server: LittleServer): Promise<string> {
  const end = await ending(call);
  return `${requests(server)}; ${end}`;
}

/** Collects all garbage, as a process does now and then by itself. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 5; time += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
}

const refuse = (retryAfter: string, times: number): Answering => {
  return (response, number) =>
    number > times ? json(response, { lists: [] }) : json(response, {}, 429, { 'Retry-After': retryAfter });
};
const user = { email: 'ada@example.com' };

/** Where ky does worse than the calls of the server door. */
export const points: Point[] = [
  {
    name: '1. a body stalls, with a timeout of 0.3 s',
    answering: (response) => void response.writeHead(200).write('{"lists":['),
    ky: (server) => ending(ky(server.url, { timeout: 300, retry: 0 }).json()),
    tidings: (server) => ending(adminOf(server).lists.list(undefined, { timeout: 300, retry: false })),
  },
  {
    name: '2. a body is cut off once',
    answering(response, number) {
      if (number > 1) return json(response, { lists: [] });
      response.writeHead(200, { 'Content-Length': 100 }).write('{"lists":[', () => breakOff(response));
    },
    ky: (server) => tally(ky(server.url, { retry: 2 }).json(), server),
    tidings: (server) => tally(adminOf(server).lists.list(), server),
  },
  {
    name: '3. `Retry-After: 3`, and the caller has half a second',
    answering: refuse('3', Infinity),
    async ky(server) {
      const end = await tally(ky(server.url, { retry: { limit: 2, maxRetryAfter: 500 } }).json(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
    async tidings(server) {
      const end = await tally(adminOf(server, { retry: { budget: 500 } }).lists.list(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
  },
  {
    name: '4. two attempts break off: of how many failures the hooks hear',
    answering: breakOff,
    async ky({ url }) {
      const heard = { beforeRetry: 0, beforeError: 0, afterResponse: 0 };
      const hooks = {
        beforeRetry: [() => void (heard.beforeRetry += 1)],
        beforeError: [
          (error: HTTPError) => {
            heard.beforeError += 1;
            return error;
          },
        ],
        afterResponse: [() => void (heard.afterResponse += 1)],
      };
      const end = await ending(ky(url, { retry: 1, hooks }).json());
      return `${Object.values(heard).reduce((sum, one) => sum + one)} of 2: ${JSON.stringify(heard)}; ${end}`;
    },
    async tidings(server) {
      let heard = 0;
      const onResponse = ({ error }: { error?: unknown }) => void (error && (heard += 1));
      const end = await ending(adminOf(server, { onResponse, retry: { attempts: 2 } }).lists.list());
      return `${heard} of 2 by onResponse; ${end}`;
    },
  },
  {
    name: '4. a hook that only listens throws',
    answering: (response) => json(response, { lists: [] }),
    ky: (server) => tally(ky(server.url, { hooks: { beforeRequest: [fail] } }).json(), server),
    tidings: (server) => tally(adminOf(server, { onRequest: fail, onError: () => {} }).lists.list(), server),
  },
  ...['0', 'Sat, 21 Nov 2009 10:00:00 GMT'].map((retryAfter) => ({
    name: `5. refused three times with \`Retry-After: ${retryAfter}\``,
    answering: refuse(retryAfter, 3),
    async ky(server: LittleServer) {
      const end = await tally(ky(server.url, { retry: 3 }).json(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
    async tidings(server: LittleServer) {
      // Chance in the middle of what it can be.
      const end = await tally(adminOf(server, { random: () => 0.3 }).lists.list(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
  })),
  {
    name: '6. the answer to a message to a person is lost; ky is told to repeat POST',
    answering: breakOff,
    ky: (server) =>
      tally(ky.post(server.url, { json: user, retry: { limit: 2, methods: ['get', 'post'] } }), server),
    tidings: (server) =>
      tally(adminOf(server).email.target({ campaignId: 1, recipientEmail: user.email }), server),
  },
  {
    name: '6. an update of a user gets 503 once; ky is told nothing',
    answering: (response, number) => json(response, { code: 'Success' }, number > 1 ? 200 : 503),
    ky: (server) => tally(ky.post(server.url, { json: user, retry: 2 }), server),
    tidings: (server) => tally(adminOf(server).users.update({ ...user, dataFields: {} }), server),
  },
  {
    name: '7. cancelled while its body is read, after garbage was collected',
    answering: (response) => void response.writeHead(200).write('a@example.com\n'),
    ky: ({ url }) =>
      cancelled(async (signal) => (await ky(url, { signal, timeout: false })).body as ReadableStream),
    tidings: (server) => cancelled((signal) => adminOf(server).lists.getUsers({ listId: 1 }, { signal })),
  },
  {
    name: '8. refused twice with a body of 1 MB: connections opened',
    answering: (response, number) =>
      number > 2 ? json(response, { lists: [] }) : json(response, { msg: 'x'.repeat(1_000_000) }, 503),
    async ky(server) {
      const end = await tally(ky(server.url, { retry: 2 }).json(), server);
      return `${server.connections}; ${end}`;
    },
    async tidings(server) {
      const end = await tally(adminOf(server).lists.list(), server);
      return `${server.connections}; ${end}`;
    },
  },
];

/** Where ky does as well. */
export const evens: Point[] = [
  {
    name: 'as well: no answer comes, with a timeout of 0.3 s',
    answering: () => {},
    ky: (server) => ending(ky(server.url, { timeout: 300, retry: 0 }).json()),
    tidings: (server) => ending(adminOf(server).lists.list(undefined, { timeout: 300, retry: false })),
  },
  {
    name: 'as well: refused once with `Retry-After: 1`',
    answering: refuse('1', 1),
    async ky(server) {
      const end = await tally(ky(server.url).json(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
    async tidings(server) {
      const end = await tally(adminOf(server).lists.list(), server);
      return `${end}; apart: ${gaps(server)}`;
    },
  },
  {
    name: 'as well: cancelled after 0.3 s, while it waits for `Retry-After: 10`',
    answering: refuse('10', Infinity),
    ky: (server) => ending(ky(server.url, { signal: AbortSignal.timeout(300) }).json()),
    tidings: (server) => ending(adminOf(server).lists.list(undefined, { signal: AbortSignal.timeout(300) })),
  },
];

function fail(): never {
  throw new Error('The hook fails');
}

/** How long a stream goes on that is cancelled once some of it was read. */
async function cancelled(open: (signal: AbortSignal) => Promise<ReadableStream>): Promise<string> {
  const controller = new AbortController();
  const reader = (await open(controller.signal)).getReader();
  await reader.read();
  await collectGarbage();
  controller.abort();
  return ending(reader.read());
}
