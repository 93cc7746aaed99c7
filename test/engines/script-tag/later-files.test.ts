import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { createScriptShop, makeClient, stub } from './script-shop.js';

/** A page with messages of every kind. */
const page = (apiKey: string) => `<title>Shop</title><script>${stub}</script>
  <script async src="/tidings.js"></script>
  <tidings-placement placement-id="1"></tidings-placement><tidings-inbox></tidings-inbox>
  <script>
    ${makeClient(apiKey)}
    tidings.startInApp(client, { interval: 0 });
    tidings.startEmbedded(client);
    client.identify({ email: 'ada@example.com' });
  </script>`;

/** What is shown of the messages, once all is. */
const shown = () =>
  document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog[open]') &&
  document.querySelector('tidings-placement')?.shadowRoot?.querySelector('li') &&
  document.querySelector('tidings-inbox')?.shadowRoot?.querySelector('section') &&
  'all';

/** The part of the library that a request is for, if it is one that comes later. */
const partOf = (request: Request) => /\/tidings-([a-z]+)\.[\w-]+\.js/.exec(request.url)?.[1];

inEveryEngine('files that come later', (setScene) => {
  it('come beside each other, where a message needs both', async () => {
    const { service, ...shop } = await createScriptShop({ html: page });
    const asked = { presenting: () => {}, showing: () => {} };
    const both = Promise.all(
      Object.keys(asked).map(
        (name) => new Promise<void>((resolve) => Object.assign(asked, { [name]: resolve })),
      ),
    );
    const { open } = await setScene({
      ...shop,
      async service(request) {
        const part = partOf(request);
        if (part === 'presenting' || part === 'showing') {
          asked[part]();
          await both;
        }
        return service(request);
      },
    });

    expect(await (await open()).waitUntil(shown)).toBe('all');
  });

  it('are asked for again where they could not be had', async () => {
    const { service, ...shop } = await createScriptShop({ html: page });
    const failed = new Set<string>();
    const { open } = await setScene({
      ...shop,
      service(request) {
        const part = partOf(request);
        if (!part || failed.has(part)) return service(request);
        failed.add(part);
        return new Response('', { status: 503 });
      },
    });

    expect(await (await open()).waitUntil(shown)).toBe('all');
    expect([...failed].sort()).toEqual(
      expect.arrayContaining(['inbox', 'placement', 'presenting', 'showing', 'speaking']),
    );
  });
});
