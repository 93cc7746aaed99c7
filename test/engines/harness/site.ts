import { getRequestListener } from '@hono/node-server';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collector } from './collector.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
};

const importMap = {
  imports: {
    tidings: '/build/bundled/index.js',
    'tidings/inspector': '/build/bundled/inspector.js',
    'idb-keyval': '/node_modules/idb-keyval/dist/index.js',
    // In one file, as the emulator's console has it.
    ky: '/dist/emulator/console/ky.js',
  },
};

/** HTML with headers of its own, such as a content security policy. */
export interface SitePage {
  html: string;
  headers?: Record<string, string>;
}

export interface SiteOptions {
  /** What is at each path. Default: an empty page at `/`. */
  pages?: Record<string, string | SitePage>;
  /** Answers what is neither a page nor a file, such as the emulator's `fetch`; breaks the connection by throwing. Default: 404. */
  service?: (request: Request) => Response | Promise<Response>;
}

/**
 * A web site on a free port of this machine: an origin with a storage of its own.
 *
 * Besides its pages it serves the built SDK at `/dist/` and its dependencies at `/node_modules/`. A page finds them
 * by their bare names, through an import map put before its HTML; a page whose policy names no nonce gets none.
 */
export interface Site {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Answers again. */
  mend(): void;
  close(): Promise<void>;
}

const openSites = new Set<Site>();

/** Cuts off every open site of this process. */
export function cutEverySite(): void {
  for (const site of openSites) site.cut();
}

/** Mends every open site of this process. */
export function mendEverySite(): void {
  for (const site of openSites) site.mend();
}

let blank: Promise<Site> | undefined;

/** An empty page beside all sites: a window that waits there keeps its process, which takes an engine longest to start. */
export async function blankPage(): Promise<string> {
  blank ??= createSite();
  return (await blank).url;
}

/** Serves a site until it is closed, or the process has nothing else to do. */
export async function createSite({ pages = { '/': '' }, service }: SiteOptions = {}): Promise<Site> {
  let isCut = false;

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const page = pages[pathname];
    if (page !== undefined) return htmlOf(page, request);
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
    if (/^\/(dist|build\/bundled|node_modules)\//.test(pathname)) return fileAt(pathname);
    // Of the emulator's console, what the build alone makes.
    if (pathname === '/_emulator/console/ky.js') return fileAt('/dist/emulator/console/ky.js');
    return service?.(request) ?? notFound();
  }

  const server = createServer().unref();
  const listener = getRequestListener(
    (request, { outgoing }) =>
      answer(request).catch((error: unknown) => {
        outgoing.destroy();
        throw error;
      }),
    // Nobody is left to be told.
    { overrideGlobalObjects: false, errorHandler: () => undefined },
  );
  server.on('request', (request, response) => void listener(request, response));
  server.on('connection', (socket) => isCut && socket.destroy());
  const port = await listen(server);

  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async close() {
      openSites.delete(site);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  openSites.add(site);
  return site;
}

/** The ports of all sites so far. A browser that has known one of them has stored something for it. */
const usedPorts = new Set<number>();

/** Listens on a port that no site of this process had before, and gives it. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (!usedPorts.has(port)) {
    usedPorts.add(port);
    return port;
  }
  await new Promise((resolve) => server.close(resolve));
  return listen(server);
}

function htmlOf(page: string | SitePage, request: Request): Response {
  const { html, headers = {} } = typeof page === 'string' ? { html: page } : page;
  const policy = new Headers(headers).get('content-security-policy');
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  const agent = request.headers.get('user-agent') ?? '';
  const isWebKit = agent.includes('Safari/') && !agent.includes('Chrome/');
  const scripts =
    policy && !nonce
      ? ''
      : [
          `<script type="importmap" nonce="${nonce ?? ''}">${JSON.stringify(importMap)}</script>`,
          isWebKit ? `<script nonce="${nonce ?? ''}">(${String(collector)})()</script>` : '',
        ].join('');
  const body = `<!doctype html>${scripts}${html.replace(/^\s*<!doctype html>/i, '')}`;
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}

async function fileAt(pathname: string): Promise<Response> {
  try {
    const headers = {
      'content-type': types[extname(pathname)] ?? 'application/octet-stream',
      // Lets the service worker in `/dist/` look after the whole site.
      'service-worker-allowed': '/',
      // As networks that serve such files say: a sandboxed frame is of no site.
      'access-control-allow-origin': '*',
    };
    return new Response(new Uint8Array(await readFile(join(project, pathname))), { headers });
  } catch {
    return notFound(); // Not built yet, or no such file.
  }
}

function notFound(): Response {
  return new Response('Not found', { status: 404 });
}
