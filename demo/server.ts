import { readFile } from 'node:fs/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createEmulator } from 'tidings/emulator';

const FIRST_PORT = 4173;

/** The demo's files: the address, where it is from the project's root, and its type. */
const files = [
  ['/', 'demo/index.html', 'text/html; charset=utf-8'],
  ['/style.css', 'demo/style.css', 'text/css'],
  ['/main.js', 'build/demo/main.js', 'text/javascript'],
] as const;

const emulator = createEmulator({ contents: 'shop' });
/** How many events the shop had before anyone came. */
const history = emulator.inspect.events('customEvent').length;
const app = new Hono();

for (const [path, file, type] of files) {
  app.get(path, async (context) => context.body(await readFile(file), 200, { 'Content-Type': type }));
}
app.get('/arrived', (context) => context.json(emulator.inspect.events('customEvent').slice(history)));
// What a site's own server does: it knows who is logged in, and signs a token for them.
app.get('/key', (context) => context.text(emulator.keys.web));
app.get('/token', async (context) =>
  context.text(await emulator.signToken({ email: context.req.query('email') ?? '' })),
);
app.all('/api/*', (context) => emulator.fetch(context.req.raw));
// The emulator's console is at its root; here it has a path of its own beside the demo.
app.get('/console', (context) => emulator.fetch(new Request(new URL('/', context.req.url), context.req.raw)));
app.all('/_emulator/*', (context) => emulator.fetch(context.req.raw));
// The guides, and the reference made of the sources.
app.get('/docs', (context) => context.redirect('/docs/'));
app.use('/docs/*', serveStatic({ root: 'build/demo' }));

/** Listens on loopback at the first port that is free. */
function listen(port: number) {
  const server = createAdaptorServer(app);
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    listen(port + 1);
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`
  Tidings is at http://localhost:${port}

  Open it, press Identify, then Track, and see the event arrive at the service.
  Stop this with Ctrl-C and track once more: the event waits in the browser.
  Run npm start again and reload: it arrives.
`);
  });
}

listen(FIRST_PORT);
