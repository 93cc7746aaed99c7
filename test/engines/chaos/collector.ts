import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { file, messagesOf, page, reply, textOf } from './answers.js';
import { openRelay, RELAY_KEYS } from './relay.js';
import {
  arrivalsOf,
  claimsIn,
  kindOf,
  nameOf,
  newToken,
  signedAt,
  type Arrival,
  type Claims,
  type WholeBody,
  type Who,
} from './wire.js';

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
  places(isPlain: boolean): { api: string; ears: string; relay?: string };
  /** Whether pages speak by way of a relay. */
  readonly isRelayed: boolean;
  /** What stands in each page, but for its own settings. */
  html: (settings: string) => string;
  fail(fault: Fault): void;
  give(mode: TokenMode): void;
  /** Refuses each token that was given until now. */
  revoke(): void;
  /** Answers 403 to what one route tells from now on; without one, to none. */
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

/** Opens a collector on ports that no browser of this process has stored anything for; `isRelayed`: half of what fails is between pages and the relay. */
export async function openCollector({ isRelayed = false } = {}): Promise<Collector> {
  const arrivals: Arrival[] = [];
  const diary: string[] = [];
  const begin = performance.now();
  const note = (line: string) => void diary.push(`${Math.round(performance.now() - begin)} ms: ${line}`);
  const heard = new Map<number, number>();
  const refused = new Map<number, string>();
  const logins = new Set<number>();
  let faults: Fault[] = [];
  /** Of pages' calls of a relay; those above are of its calls of the service. */
  let pageFaults: Fault[] = [];
  let mode: TokenMode = 'right';
  let validFrom = 0;
  let barred: string | undefined;
  let isCut = false;
  let busy = 0;

  function nextFault(of: Fault[]) {
    const [fault] = of;
    if (fault && --fault.times <= 0) of.shift();
    return fault?.how;
  }

  function fail(fault: Fault) {
    const isOfPages = isRelayed && faults.length > pageFaults.length;
    (isOfPages ? pageFaults : faults).push(fault);
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://service');
    if (request.method === 'GET')
      return reply(response, 200, url.pathname.includes('inApp') ? messagesOf(collector.messages) : {});
    const body = JSON.parse(await textOf(request)) as WholeBody & { id?: string };
    const key = String(request.headers['api-key']);
    const isServer = key === RELAY_KEYS.serverKey;
    const claims = isServer ? undefined : claimsIn(String(request.headers.authorization));
    const fault = nextFault(faults);
    const refusal = refusalOf(claims, url.pathname);
    const isTaken =
      !refusal && (fault?.is === 'slow' || (fault && 'isTaken' in fault ? fault.isTaken : !fault));
    const bearer = claims && nameOf(claims);
    // A relay has two keys of one project.
    const told = arrivalsOf(url.pathname, body, isServer ? RELAY_KEYS.webKey : key, bearer);
    const how = [isTaken ? 'taken' : 'not taken', ...(fault ? [JSON.stringify(fault)] : [])].join(', ');
    for (const one of told) {
      if (isTaken) arrivals.push({ ...one, isAnswered: !fault || fault.is === 'slow' });
      note(`${one.kind} ${one.number} of ${one.user} is ${how}${refusal ? `, ${refusal[0]}` : ''}`);
    }
    if (fault?.is === 'slow') await wait(fault.delay);
    if (refusal) return reply(response, ...refusal);
    if (fault?.is === 'cut') return void response.destroy();
    if (fault?.is === 'proxy') return page(response, '<h1>Not here</h1>', fault.status);
    const counted = { successCount: told.length, failCount: 0 };
    if (fault?.is !== 'status')
      return reply(response, 200, { code: 'Success', msg: '', params: { id: body.id }, ...counted });
    if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
    reply(response, fault.status, {
      msg: 'no',
      code: fault.status === 429 ? 'RateLimitExceeded' : 'GenericError',
    });
  }

  function refusalOf(claims: Claims | undefined, path: string): [number, object] | undefined {
    if (claims && !(signedAt(claims) >= validFrom)) return [401, { code: 'InvalidJwtPayload', msg: 'no' }];
    return barred && kindOf(path) === kindOf(barred) ? [403, { code: 'Forbidden', msg: 'no' }] : undefined;
  }

  /** Has the relay answer a page, as well as it is told. */
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const fault = request.method === 'POST' ? nextFault(pageFaults) : undefined;
    if (fault) note(`a page's call of the relay meets ${JSON.stringify(fault)}`);
    if (fault?.is === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
      return reply(response, fault.status, {});
    }
    const isTaken = !fault || fault.is === 'slow' || fault.isTaken;
    const from = arrivals.length;
    const answer = isTaken ? await relay(request, response) : undefined;
    if (fault?.is === 'slow') await wait(fault.delay);
    if (answer && (!fault || fault.is === 'slow')) {
      response.writeHead(answer.status, answer.headers);
      return void response.end(answer.body);
    }
    // The page hears of none of them.
    for (const arrival of arrivals.slice(from)) arrival.isAnswered = false;
    if (fault?.is === 'proxy') return page(response, '<h1>Not here</h1>', fault.status);
    response.destroy();
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
    if (pathname === '/tidings') return pass(request, response);
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
  const relay = await openRelay(`http://127.0.0.1:${servers[1]?.port}`, () => mode);
  const at = (index: number, isPlain: boolean) =>
    `http://${isPlain ? plainHost() : '127.0.0.1'}:${servers[index]?.port}`;

  const collector: Collector = {
    ...{ arrivals, diary, note, heard, refused, logins, messages: [], html: () => '', isRelayed },
    get busy() {
      return busy;
    },
    site: (isPlain) => at(0, isPlain),
    places: (isPlain) => ({
      ...{ api: at(1, isPlain), ears: at(2, isPlain) },
      ...(isRelayed && { relay: '/tidings' }),
    }),
    fail,
    give: (next) => void (mode = next),
    revoke: () => void (validFrom = Date.now() + 1),
    bar: (route) => void (barred = route),
    setCut: (next) => void (isCut = next),
    calm() {
      faults = [];
      pageFaults = [];
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
