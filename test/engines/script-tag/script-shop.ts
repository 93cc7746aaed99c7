import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { serviceWithTokens } from '../shop.js';

const DIST = join(import.meta.dirname, '../../../dist');
const user = { email: 'ada@example.com' };

/** The stub as a page has it in its head. */
export const stub = (await readFile(join(DIST, 'tidings-stub.js'), 'utf8')).trim();
/** The hashes of the script's files, as the build tells them. */
export const hashes = JSON.parse(await readFile(join(DIST, 'integrity.json'), 'utf8')) as Record<
  string,
  string
>;

/** What the pages of a script shop are made of. */
export interface ScriptShopOptions {
  /** The HTML of the front page, which knows the key of the project. */
  html: (apiKey: string) => string;
  headers?: Record<string, string>;
}

/**
 * A shop that has the library by a script tag, and whose visitor Ada was sent an in-app and an embedded message.
 *
 * Its script is at `/` and `/dist/` as it was built, at `/slow/` once the page has been read, and at `/tampered/` with somebody's word in each
 * file that messages need, at `/mute/` in what speaks to the service; at `/hanging/` that does not come before it is let go, and
 * at `/missing/` there is none.
 */
export async function createScriptShop({ html, headers = {} }: ScriptShopOptions) {
  const emulator = createEmulator();
  const service = serviceWithTokens(emulator);
  const { inspect, keys } = emulator;
  let open = () => {};
  const isRead = new Promise<void>((resolve) => (open = resolve));

  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));

  async function post(path: string, body: object) {
    const headers = { 'Api-Key': keys.server, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await emulator.fetch(new Request(`http://127.0.0.1${path}`, request));
    expect(answer.status).toBe(200);
  }
  await post('/api/users/update', { ...user, dataFields: { firstName: 'Ada' } });
  await emulator.settle();
  const { id: personId } = inspect.person(user) ?? expect.fail('Nobody is there');
  const inApp = { channel: 'inApp', html: '<h2>Good to see you</h2>', position: 'Center' };
  const embedded = { channel: 'embedded', body: 'Ships for free.', placementId: 1 };
  for (const message of [inApp, embedded])
    await post('/_emulator/messages', { ...message, personId, title: 'News' });

  return {
    key: keys.web,
    // Its last script says that the others have run.
    pages: { '/': { html: `${html(keys.web)}<script nonce="n">fetch('/read')</script>`, headers } },
    async service(request: Request) {
      const [, folder, name] =
        /^\/(?:(slow|tampered|mute|hanging|missing)\/)?(tidings[^/]*\.js)$/.exec(
          new URL(request.url).pathname,
        ) ?? [];
      if (request.url.endsWith('/read')) {
        open();
        return new Response(null, { status: 204 });
      }
      if (!name) return service(request);
      if (folder === 'missing') return new Response('Not found', { status: 404 });
      const text = await readFile(join(DIST, name), 'utf8');
      if (folder === 'slow') await isRead;
      const speaks = name.startsWith('tidings-speaking.');
      if (folder === 'hanging' && speaks) await isLetGo;
      const isOurs = name === 'tidings.js' || folder !== (speaks ? 'mute' : 'tampered');
      return new Response(isOurs ? text : `globalThis.isTampered = true;${text}`, {
        headers: { 'Content-Type': 'text/javascript' },
      });
    },
    letGo: () => letGo(),
    /** What the service has heard of the visitor, in the order it came. */
    arrived: () =>
      inspect
        .events('customEvent')
        .map(({ email, fields }) => `${email ?? ''} ${String(fields['eventName'])}`),
  };
}

/** Code that makes a client where a test can reach it. */
export const makeClient = (apiKey: string, global = 'tidings') => `
  globalThis.client = ${global}.createClient({
    apiKey: '${apiKey}', baseUrl: location.origin,
    getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
  });`;
