import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';

/** What every event carries, so that it is known whatever it is wrapped in. */
export const markOf = (number: number) => `mark${String(number).padStart(6, '0')}z`;

/** What a request is answered with in place of the usual. */
export interface Reply {
  body: unknown;
  headers?: Record<string, string>;
}

/** The key by which a relay is known. */
export const RELAY_KEY = 'of-the-relay';

/** A service on loopback that answers each SDK as its own would, and counts. */
export interface Collector {
  url: string;
  /** How often each mark has come. */
  arrived: Map<string, number>;
  /** Answers requests that carry one of these marks with this status, and takes nothing of them; without one, as ever. */
  refuse(marks: string[], status?: number): void;
  /** Gives no answer to the next request that carries one of these marks, which has come all the same. */
  loseAnswer(marks: string[]): void;
  /** Asks `find` first what a request is answered with; without one, or where it knows nothing, as ever. */
  replyWith(find?: (pathname: string, said: string) => Reply | undefined): void;
  /** The requests of pages so far, also to the shop's relay, and the bytes of their bodies. */
  requests: { method: string; path: string; bytes: number }[];
  /** Forgets what came. */
  clear(): void;
  close(): void;
}

/** Serves on a free port of this machine. */
export async function createCollector(): Promise<Collector> {
  const arrived = new Map<string, number>();
  const requests: Collector['requests'] = [];
  const refused = new Map<string, number>();
  const silenced = new Set<string>();
  let replyOf: Parameters<Collector['replyWith']>[0];
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // Its page has gone: the rest of it does not come.
    }
    const body = Buffer.concat(chunks);
    const { pathname } = new URL(request.url ?? '/', 'http://collector');
    // What the shop's relay says is no request of a page.
    if (request.headers['api-key'] !== RELAY_KEY)
      requests.push({ method: request.method ?? '', path: pathname, bytes: body.length });
    if (request.method === 'OPTIONS') return answer(request, response, { pathname });
    const said = textOf(body, request.url ?? '');
    const reply = replyOf?.(pathname, said);
    if (reply) return send(request, response, reply);
    const marks = [...said.matchAll(/mark\d{6}z/g)].map(([mark]) => mark);
    const [status] = marks.flatMap((mark) => refused.get(mark) ?? []);
    if (status) return answer(request, response, { pathname, status });
    for (const mark of marks) arrived.set(mark, (arrived.get(mark) ?? 0) + 1);
    const isLost = marks.filter((mark) => silenced.delete(mark)).length > 0;
    if (isLost) response.destroy();
    else answer(request, response, { pathname, events: marks.length });
  }

  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    requests,
    refuse: (marks, status) =>
      marks.forEach((mark) => (status ? refused.set(mark, status) : refused.delete(mark))),
    loseAnswer: (marks) => marks.forEach((mark) => silenced.add(mark)),
    replyWith: (find) => void (replyOf = find),
    clear() {
      arrived.clear();
      requests.length = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a body says, whichever way it is packed. */
function textOf(body: Buffer, url: string): string {
  let text = unpacked(body).toString('utf8');
  if (/(^|&)data=/.test(text)) {
    const sent = new URLSearchParams(text).get('data') ?? '';
    text = sent.startsWith('{') || sent.startsWith('[') ? sent : Buffer.from(sent, 'base64').toString('utf8');
  }
  // Snowplow's own wrapping of an event's fields.
  const inner = [...text.matchAll(/"ue_px":"([^"]+)"/g)].map(([, packed = '']) =>
    Buffer.from(packed, 'base64url').toString('utf8'),
  );
  return [decodeURIComponent(url.replace(/%(?![\da-f]{2})/gi, '%25')), text, ...inner].join('\n');
}

function unpacked(body: Buffer): Buffer {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body);
  if (body[0] === 0x78 && body.length > 2) {
    try {
      return inflateSync(body);
    } catch {
      return body; // A text that begins with an x.
    }
  }
  return body;
}

/** The source as its service describes it; no destination beyond the service itself. */
const source = {
  source: {
    id: 'source',
    name: 'shop',
    writeKey: 'key',
    enabled: true,
    workspaceId: 'workspace',
    config: { statsCollection: { errors: { enabled: false }, metrics: { enabled: false } } },
    connections: [],
    destinations: [],
    dataplanes: {},
  },
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** What each service says, by how its paths begin, of so many events. */
const answersOf = (events: number): [path: string, body: unknown][] => [
  ['/api/events/trackBulk', { successCount: events, failCount: 0 }],
  ['/api/v3/', { message: 'success', config: { events_blacklist: [], time: 1 } }],
  ['/api/', { msg: '', code: 'Success', params: null }],
  ['/2/httpapi', { code: 200, events_ingested: 1, payload_size_bytes: 1, server_upload_time: 1 }],
  ['/config', { configs: {} }],
  [
    '/v1/projects/',
    { integrations: { 'Segment.io': { apiKey: 'key', unbundledIntegrations: [] } }, plan: {} },
  ],
  ['/sourceConfig', source],
  ['/v1/', { success: true }],
  ['/flags', { featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false }],
  ['/array/', { supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false, surveys: false }],
  ['/track', 1],
  ['/engage', 1],
  ['/', { status: 'Ok' }],
];

/** What an answer is of. */
interface Answered {
  pathname: string;
  events?: number;
  status?: number;
}

function answer(request: IncomingMessage, response: ServerResponse, answered: Answered): void {
  const { pathname, events = 0, status = 200 } = answered;
  const [, body] = answersOf(events).find(([path]) => pathname.startsWith(path)) ?? [];
  send(request, response, { body: status === 200 ? body : { code: 'Refused', msg: 'later' }, status });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers: own, status = 200 }: Reply & { status?: number },
): void {
  const headers = {
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Max-Age': '600',
    'Access-Control-Expose-Headers': 'Retry-After',
    ...(status === 429 && { 'Retry-After': '2' }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': 'application/json',
    ...own,
  };
  if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
  response.writeHead(status, headers).end(JSON.stringify(body));
}
