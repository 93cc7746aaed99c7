import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { adminDesk } from './admin/desk.js';
import type { Service } from './service.js';
import { messageRoutes } from './shop/messages.js';
import { shopPages } from './shop/pages.js';
import { relayRoutes } from './shop/relay.js';
import { sessionRoutes, visitorOf } from './shop/session.js';
import { troubleRoutes } from './shop/trouble.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Folders that are served as they are: the address, and where it is from the project's root. */
const FOLDERS = [
  ['/styles/', 'demo/shop/styles'],
  ['/panel-styles/', 'demo/panel/styles'],
  ['/scripts/', 'build/demo/scripts'],
  ['/docs/', 'build/demo/docs'],
] as const;

/** What stands where the emulator's console would be. */
const NO_CONSOLE = 'This demo runs on a real service: look into it there. Only the emulator has a console.\n';

/** The whole demo, as a function from requests to responses. */
export function createDemo(service: Service): Hono {
  const app = new Hono();
  app.use(csrf());
  for (const [address, folder] of FOLDERS) {
    app.get(`${address}*`, ({ req }) => fileAt(folder, req.path.slice(address.length) || 'index.html'));
  }
  app.get('/docs', (context) => context.redirect('/docs/'));
  app.get('/admin.html', (context) => context.redirect('/admin'));
  app.route('/admin', deskOf(service));
  app.route('/session', sessionRoutes(service));
  app.route('/messages', messageRoutes(service));
  if (service.emulator) addEmulator(app, service.emulator);
  else app.get('/console', (context) => context.text(NO_CONSOLE, 404));
  app.route('/trouble', troubleRoutes(service));
  app.route('/', relayRoutes(service));
  app.route('/', shopPages(service));
  app.onError((error, { req }) => {
    // The emulator was asked to lose this call.
    if (req.path.startsWith('/api/')) throw error;
    return new Response(`The demo failed: ${error.message}\n`, { status: 500 });
  });
  return app;
}

/** The desk of those who run the shop. */
function deskOf(service: Service): Hono {
  const { admin, baseUrl } = service;
  return adminDesk({
    admin,
    visitor: (request) => visitorOf(request, service)?.email,
    ...(baseUrl !== undefined && { realService: new URL(baseUrl).host }),
  });
}

/** Lets the demo's own origin answer for the service. */
function addEmulator(app: Hono, { fetch }: NonNullable<Service['emulator']>): void {
  app.all('/api/*', ({ req }) => fetch(req.raw));
  // The emulator's console is at its root; here it has a path of its own beside the demo.
  app.get('/console', ({ req }) => fetch(new Request(new URL('/', req.url), req.raw)));
  app.all('/_emulator/*', ({ req }) => fetch(req.raw));
}

async function fileAt(folder: string, path: string): Promise<Response> {
  const inside = normalize(`/${decodeURIComponent(path)}`);
  const file = join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
  try {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return new Response(new Uint8Array(await readFile(file)), { headers: { 'Content-Type': type } });
  } catch {
    return new Response('There is no such page. If it is built, run `npm start` again.\n', { status: 404 });
  }
}
