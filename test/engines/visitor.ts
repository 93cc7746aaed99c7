import { expect } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { inWordsThere } from './in-words.js';
import { serviceWithTokens } from './shop.js';

const user = { email: 'ada@example.com' };

/** What the page of a visitor is made of. */
export interface VisitorPage {
  head?: string;
  /** Default: `A shop`. */
  heading?: string | undefined;
  body: string;
  /** The attributes of its `<html>`. Default: its language. */
  attributes?: string | undefined;
  /** What it takes from the SDK besides `createClient`. */
  name: string;
  /** Whether the page has the one script instead of modules. Default: no. */
  isScripted?: boolean | undefined;
  /** Code that runs once there is a client. */
  script: string;
}

/** A service that knows one visitor, and what sends them messages. */
export async function createVisitor() {
  const emulator = createEmulator();

  async function post(path: string, body: object) {
    const headers = { 'Api-Key': emulator.keys.server, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await emulator.fetch(new Request(`http://127.0.0.1${path}`, request));
    expect(answer.status).toBe(200);
    return (await answer.json()) as { messageId: string };
  }
  await post('/api/users/update', { ...user, dataFields: { firstName: 'Ada' } });
  await emulator.settle();
  const { id: personId } = emulator.inspect.person(user) ?? expect.fail('Nobody is there');

  return {
    emulator,
    service: serviceWithTokens(emulator),
    /** Sends them a message; gives its id. */
    async send(message: object): Promise<string> {
      return (await post('/_emulator/messages', { personId, ...message })).messageId;
    },
    /** A page that identifies them. What goes wrong there stands in `said`, in words. */
    pageOf: ({
      head = '',
      heading = 'A shop',
      body,
      attributes = 'lang="en"',
      name,
      isScripted,
      script,
    }: VisitorPage) => `
      <!doctype html><html ${attributes}><meta name="viewport" content="width=device-width">
      <title>Shop</title>${head}<main><h1>${heading}</h1>${body}</main>
      ${isScripted ? '<script src="/dist/tidings.js"></script>' : ''}
      <script type="module" nonce="n">
        ${isScripted ? `const { createClient, ${name} } = tidings;` : `import { createClient, ${name} } from 'tidings';`}
        globalThis.said = [];
        globalThis.client = createClient({
          apiKey: '${emulator.keys.web}', baseUrl: location.origin,
          getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
        });
        client.on('error', ({ message }) => said.push((${inWordsThere})(message)));
        ${script}
        if (!location.search) await client.identify({ email: '${user.email}' });
        globalThis.isReady = true;
      </script>`,
  };
}
