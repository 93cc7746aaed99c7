import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { arrivalOf, claimsIn, nameOf, newToken, type Arrival, type Who } from './wire.js';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** What goes wrong with the next calls. */
export interface Fault {
  how:
    | { is: 'status'; status: number; retryAfter?: number }
    /** Somebody between page and service speaks, before or after the service has taken the call. */
    | { is: 'proxy'; status: number; isTaken: boolean }
    | { is: 'cut'; isTaken: boolean }
    | { is: 'slow'; delay: number };
  times: number;
}

/** What the page's own server gives for a token. */
export type TokenMode = 'right' | 'slow' | 'rejects' | 'none' | 'none for former users' | "another's";

/** A service of its own, and the site beside it: it takes what comes and writes down when. */
export interface Collector {
  readonly arrivals: Arrival[];
  /** What happened, a line each, for whoever plays a schedule again. */
  readonly diary: string[];
  /** When each promise was said to be kept, by call; and what pages said besides. */
  readonly heard: Map<number, number>;
  readonly refused: Map<number, string>;
  readonly logins: Set<number>;
  /** Where the site is; `isPlain`: at an address that browsers do not trust, so that there are no Web Locks. */
  site(isPlain: boolean): string;
  /** Where pages find the service and tell what became of their calls. */
  places(isPlain: boolean): { api: string; ears: string };
  /** What stands in each page, but for its own settings. */
  html: (settings: string) => string;
  fail(fault: Fault): void;
  give(mode: TokenMode): void;
  /** Refuses each token that was given until now. */
  revoke(): void;
  /** Answers 403 to one route from now on; without one, to none. */
  bar(route?: string): void;
  /** The messages of every visitor, by number. */
  messages: number[];
  setCut(isCut: boolean): void;
  calm(): void;
  note(line: string): void;
  /** Calls under way. */
  readonly busy: number;
  close(): Promise<void>;
}

const usedPorts = new Set<number>();

/** Opens a collector on ports that no browser of this process has stored anything for. */
export async function openCollector(): Promise<Collector> {
  const arrivals: Arrival[] = [];
  const diary: string[] = [];
  const begin = performance.now();
  const note = (line: string) => void diary.push(`${Math.round(performance.now() - begin)} ms: ${line}`);
  const heard = new Map<number, number>();
  const refused = new Map<number, string>();
  const logins = new Set<number>();
  let faults: Fault[] = [];
  let mode: TokenMode = 'right';
  let validFrom = 0;
  let barred: string | undefined;
  let isCut = false;
  let busy = 0;

  function nextFault() {
    const [fault] = faults;
    if (fault && --fault.times <= 0) faults.shift();
    return fault?.how;
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://service');
    if (request.method === 'GET')
      return reply(response, 200, url.pathname.includes('inApp') ? messagesOf(collector.messages) : {});
    const body = JSON.parse(await textOf(request)) as Parameters<typeof arrivalOf>[1];
    const claims = claimsIn(String(request.headers.authorization));
    const fault = nextFault();
    const refusal = refusalOf(claims, url.pathname);
    const isTaken =
      !refusal && (fault?.is === 'slow' || (fault && 'isTaken' in fault ? fault.isTaken : !fault));
    const arrival = arrivalOf(url.pathname, body, String(request.headers['api-key']), nameOf(claims));
    if (isTaken) arrivals.push({ ...arrival, isAnswered: !fault || fault.is === 'slow' });
    const how = [isTaken ? 'taken' : 'not taken', ...(fault ? [JSON.stringify(fault)] : [])].join(', ');
    note(`${arrival.kind} ${arrival.number} of ${arrival.user} is ${how}${refusal ? `, ${refusal[0]}` : ''}`);
    if (fault?.is === 'slow') await wait(fault.delay);
    if (refusal) return reply(response, ...refusal);
    if (fault?.is === 'cut') return void response.destroy();
    if (fault?.is === 'proxy') return page(response, '<h1>Not here</h1>', fault.status);
    if (fault?.is !== 'status')
      return reply(response, 200, { code: 'Success', msg: '', params: { id: body.id } });
    if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
    reply(response, fault.status, { code: fault.status === 429 ? 'RateLimitExceeded' : 'GenericError' });
  }

  function refusalOf(claims: Who & { issued?: number }, path: string): [number, object] | undefined {
    if (!(Number(claims.issued) >= validFrom)) return [401, { code: 'InvalidJwtPayload' }];
    return path === barred ? [403, { code: 'Forbidden' }] : undefined;
  }

  async function giveToken(who: Who, response: ServerResponse) {
    const isFormer = nameOf(who).startsWith('former');
    if (mode === 'slow') await wait(400);
    if (mode === 'rejects') return reply(response, 500, {});
    if (mode === 'none' || (mode === 'none for former users' && isFormer)) return reply(response, 204);
    response.end(newToken(mode === "another's" ? { email: 'somebody@chaos.example' } : who));
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '', 'http://site');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization, Api-Key, Content-Type');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (isCut) return void response.destroy();
    if (request.method === 'OPTIONS') return reply(response, 204);
    if (pathname.startsWith('/api/')) return take(request, response);
    if (pathname === '/said') return hear(await textOf(request), response);
    if (pathname === '/token') return giveToken(JSON.parse(await textOf(request)) as Who, response);
    if (pathname === '/foreign') return wait(1_500).then(() => reply(response, 204));
    if (/^\/tidings[\w.-]*\.js$/.test(pathname)) return file(pathname, response);
    if (pathname === '/elsewhere') return page(response, '<title>Elsewhere</title>');
    if (pathname === '/') return page(response, collector.html(decodeURIComponent(search.slice(1))));
    reply(response, 404);
  }

  function hear(text: string, response: ServerResponse) {
    for (const line of text.split('\n')) {
      const [word, number = '', ...why] = line.split(' ');
      note(`heard: ${line}`);
      if (word === 'kept') heard.set(Number(number), performance.now());
      else if (word === 'refused') refused.set(Number(number), why.join(' '));
      else if (word === 'login') logins.add(Number(number));
    }
    reply(response, 204);
  }

  const servers: { server: Server; port: number }[] = [];
  for (let index = 0; index < 3; index++) servers.push(await listen());
  for (const { server } of servers) {
    server.on('request', (request, response) => {
      busy += 1;
      // A page that ends may leave half a call.
      answer(request, response)
        .catch(() => response.destroy())
        .finally(() => (busy -= 1));
    });
  }
  const at = (index: number, isPlain: boolean) =>
    `http://${isPlain ? plainHost() : '127.0.0.1'}:${servers[index]?.port}`;

  const collector: Collector = {
    ...{ arrivals, diary, note, heard, refused, logins, messages: [], html: () => '' },
    get busy() {
      return busy;
    },
    site: (isPlain) => at(0, isPlain),
    places: (isPlain) => ({ api: at(1, isPlain), ears: at(2, isPlain) }),
    fail: (fault) => void faults.push(fault),
    give: (next) => void (mode = next),
    revoke: () => void (validFrom = Date.now() + 1),
    bar: (route) => void (barred = route),
    setCut: (next) => void (isCut = next),
    calm() {
      faults = [];
      mode = 'right';
      barred = undefined;
      isCut = false;
    },
    async close() {
      for (const { server } of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return collector;
}

/** This machine's address in its network, if it has one. */
function plainHost(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  if (usedPorts.has(port)) return listen();
  usedPorts.add(port);
  return { server, port };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function reply(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body && JSON.stringify(body));
}

function page(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html>${html}`);
}

async function file(path: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=3600' });
  response.end(await readFile(dist + path));
}

function messagesOf(numbers: number[]): object {
  const inAppMessages = numbers.map((number) => ({
    ...{ messageId: `m${number}`, campaignId: 1, saveToInbox: true, read: false, priorityLevel: 1 },
    ...{
      trigger: { type: 'never' },
      content: { html: '<p>Hello</p>' },
      messageType: 'Web',
      typeOfContent: 'Static',
    },
    ...{ jsonOnly: false, createdAt: 1_780_000_000_000, inboxMetadata: { title: 'Hello' } },
  }));
  return { inAppMessages };
}
