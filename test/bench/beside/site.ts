import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRelay, toNode } from '../../../src/relay/index.js';
import type { Bundle } from './bundles.js';
import { RELAY_KEY, type Collector } from './collector.js';

/** The shop's own site, on another origin than the services that it tells. */
export interface Site {
  /** The page of one SDK, by its id; `blank` has none. */
  pageOf(id: string): string;
  /** What that page loads before it starts its SDK. */
  filesOf(id: string): string[];
  /** The scripts that were asked for so far. */
  asked: Set<string>;
  close(): void;
}

/** So that a page's clock tells 5 µs apart, as it does not where it could spy on others. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves pages that have an SDK at hand, and what the services are told a page's user is by. */
export async function createSite(bundles: Map<string, Bundle>, collector: Collector): Promise<Site> {
  const files = new Map([...bundles.values()].flatMap((bundle) => [...bundle.files]));
  const asked = new Set<string>();
  const relay = relayTo(collector.url);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/tidings') {
      const bytes = Number(request.headers['content-length'] ?? 0);
      collector.requests.push({ method: request.method ?? '', path: pathname, bytes });
      return void relay(request, response);
    }
    const name = pathname.slice('/sdks/'.length);
    const file = files.get(name);
    if (file !== undefined) asked.add(name);
    if (file !== undefined)
      return response
        .writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=3600', ...headers })
        .end(file);
    if (!pathname.startsWith('/page/')) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    return response.end(pageWith(collector.url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    filesOf: (id) => [...(bundles.get(id)?.needed ?? [])].map((name) => `/sdks/${name}`),
    pageOf: (id) => `${url}/page/${id}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What the shop's server mounts for pages that speak through it. */
const relayTo = (collector: string) =>
  toNode(
    createRelay<IncomingMessage>({
      ...{ baseUrl: collector, serverKey: RELAY_KEY, webKey: 'key', tokenSecret: 'a secret' },
      user: () => ({ email: 'ada@example.com' }),
      rate: false,
      // That the service refuses is a story of its own.
      onError: () => {},
    }),
  );

/** A token as a site's own server would sign it, for the SDKs whose service asks for one. */
const token = ['{"alg":"HS256"}', '{"email":"ada@example.com","exp":4000000000,"iat":1}', 'sign']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const pageWith = (collector: string) => `<!doctype html><title>Shop</title><link rel="icon" href="data:," />
<h1>Shop</h1>
<script>
  globalThis.collector = '${collector}';
  globalThis.token = '${token}';
  globalThis.blocked = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (blocked += duration - 50)))
    .observe({ type: 'longtask' });
  globalThis.waitInPage = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  globalThis.load = async (path) => {
    const began = performance.now();
    const { default: own } = await import(path);
    const evaluation = performance.now() - began;
    globalThis.bench = own;
    const starts = performance.now();
    own.start();
    return { evaluation, start: performance.now() - starts };
  };
</script>`;
