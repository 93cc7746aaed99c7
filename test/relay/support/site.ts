import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { serve as serveEmulator } from '../../../src/emulator/command/server.js';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import {
  createRelay,
  toNode,
  type RelayOptions,
  type RelayOutcome,
  type SessionUser,
} from '../../../src/relay/index.js';

export const SECRET = 'emulator-token-secret';

/** A line of a page. */
export type TestLine = [route: string, body: object];

/** An emulator that answers over HTTP until the test ends. */
export async function emulated(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ tokenSecret: SECRET, ...options });
  const served = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => served.close());
  return { emulator, baseUrl: `http://127.0.0.1:${served.port}` };
}

type Emulated = Awaited<ReturnType<typeof emulated>>;

/** What a relay of an emulator is made of; whoever is logged in stands in a cookie, as in a session of a site. */
export function relayOptions({ emulator, baseUrl }: Emulated) {
  const { server: serverKey, web: webKey } = emulator.keys;
  const user = ({ headers }: IncomingMessage) => userIn(headers.cookie);
  return { baseUrl, serverKey, webKey, tokenSecret: SECRET, user };
}

/** Who a cookie of the tests says is logged in. */
export function userIn(cookie: string | null | undefined): SessionUser | undefined {
  const [, text] = /(?:^|; )session=([^;]*)/.exec(cookie ?? '') ?? [];
  return text ? (JSON.parse(decodeURIComponent(text)) as SessionUser) : undefined;
}

/** Serves on a free port until the test ends. */
export async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A site with a relay at `/tidings`, and an emulator behind it, both over HTTP. */
export async function site(
  options: Partial<RelayOptions<IncomingMessage>> = {},
  emulatorOptions: EmulatorOptions = {},
) {
  const service = await emulated(emulatorOptions);
  const url = `${await listening(toNode(createRelay({ ...relayOptions(service), ...options })))}/tidings`;
  return { ...service, url, visitor: (user?: SessionUser) => visitor(url, user) };
}

/** A request of a page; its headers by name. */
type PageInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; duplex?: 'half' };

/** A browser with a page of the site: it keeps cookies, and says whose page it is. */
export function visitor(url: string, user?: SessionUser) {
  const jar = new Map<string, string>();
  const { origin } = new URL(url);
  const self = {
    jar,
    login: (next: SessionUser) => jar.set('session', encodeURIComponent(JSON.stringify(next))),
    logout: () => jar.delete('session'),
    async fetch(init: PageInit, query = ''): Promise<Response> {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) };
      const response = await fetch(url + query, { ...init, headers: { ...headers, ...init.headers } });
      for (const text of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        if (/Max-Age=0\b/.test(text)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    post: (body: BodyInit, headers: Record<string, string> = {}) =>
      self.fetch({ method: 'POST', body, headers }),
    /** Tells lines, and gives their outcomes. */
    async tell(...lines: TestLine[]): Promise<RelayOutcome[]> {
      return outcomesIn(await self.post(lines.map(lineOf).join('\n')));
    },
    ask: (to: string, of: SessionUser, headers: Record<string, string> = {}) =>
      self.fetch(
        { headers: { 'Tidings-User': headerOf(of), ...headers } },
        `?to=${encodeURIComponent(to)}&count=10`,
      ),
  };
  if (user) self.login(user);
  return self;
}

/** A line as it is sent; a text is sent as one, and is no call. */
export function lineOf(line: TestLine | string | unknown[]): string {
  const [route, body] = line;
  return typeof line === 'string' ? `"${line}"` : JSON.stringify([String(route).replace('POST ', ''), body]);
}

/** The header that says for whom something is asked. */
export function headerOf(of: SessionUser): string {
  return String(new URLSearchParams(of as Record<string, string>));
}

/** The outcomes in an answer. */
export async function outcomesIn(response: Response): Promise<RelayOutcome[]> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The relay answered ${response.status} ${text}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => outcomeIn(...(JSON.parse(line) as WireLine)));
}

type WireLine = [status: number, body: { msg: string; code: string }, after?: number];

/** What a line of an answer says, in words. */
function outcomeIn(...[status, { msg, code, ...answer }, after]: WireLine): RelayOutcome {
  if (status === 202) return { is: 'accepted' };
  if (code === 'NoJwt') return { is: 'held', msg };
  if (status === 429 || status >= 500)
    return { is: 'again', ...(after !== undefined && { after }), ...(code && { code }) };
  if (status >= 400) return { is: 'refused', status, code, msg };
  const said = { ...(msg && { msg }), ...(code && { code }), ...answer };
  return { is: 'delivered', ...(Object.keys(said).length && { answer: said }) };
}

export const ada = { email: 'ada@example.com' };
export const bob = { email: 'bob@example.com' };

let count = 0;
/** A line that tells of an event, with an id of its own. */
export function event(user: object = ada, eventName = 'looked', more: object = {}): TestLine {
  count += 1;
  return ['POST /api/events/track', { ...user, eventName, id: `event-${count}`, ...more }];
}
