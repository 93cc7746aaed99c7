// @vitest-environment happy-dom
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import '../../src/relaying.js';
import '../../src/speaking.js';
import { createEmulator } from '../../src/emulator/app.js';
import { createClient, startInApp, type Client, type ClientOptions, type UserRef } from '../../src/index.js';
import { relayed } from '../support/relayed.js';
import { ada, become, bob, listen, mug, newDevice, offline } from '../support/visits.js';

/** A site with a relay, whose session is `site.user`'s, and visits to its page. */
function startSite() {
  newDevice();
  const service = createEmulator();
  const site: { user: UserRef | undefined; way: typeof fetch } = { user: undefined, way: service.fetch };
  const to = relayed(service, (...call) => site.way(...call), { secret: undefined, user: () => site.user });
  const requests: { url: string; init: RequestInit; status?: number }[] = [];
  const line: { fetch: typeof fetch } = { fetch: to.fetch };
  async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const request = { url: input as string, init };
    requests.push(request);
    const response = await line.fetch(input, init);
    Object.assign(request, { status: response.status });
    return response;
  }
  let current: Client | undefined;
  return {
    ...{ service, site, requests, line, to },
    visit(own: Partial<ClientOptions> = {}) {
      current?.close();
      const client = createClient({ relay: to.relay, fetch: send, ...own } as ClientOptions);
      current = client;
      onTestFinished(() => client.close());
      return client;
    },
    /** Logs in, and says so to the page. */
    async login(client: Client, user: UserRef) {
      site.user = user;
      await client.identify(user);
    },
    async logout(client: Client) {
      site.user = undefined;
      await client.reset();
    },
    arrived: () =>
      service.inspect
        .events('customEvent')
        .map(({ fields, email, userId }) => [fields['eventName'], email ?? userId]),
  };
}

async function textOf({ init: { body } }: { init: RequestInit }): Promise<string> {
  if (!(body instanceof Blob)) return body as string;
  return gunzipSync(new Uint8Array(await body.arrayBuffer())).toString();
}

describe('a page with a relay', () => {
  it('tells less at once to one that does not take as much, and each arrives once', async () => {
    const { visit, login, line, to, requests, arrived } = startSite();
    const most = 7;
    line.fetch = async (input, init) => {
      const lines = (await textOf({ init: init ?? {} })).split('\n');
      return lines.length > most ? new Response('Too large', { status: 413 }) : to.fetch(input, init);
    };
    const client = visit();
    await login(client, ada);

    const names = Array.from({ length: 300 }, (_, index) => `seen-${index}`);
    await Promise.all(names.map((name) => client.track(name)));
    await client.flush();

    expect(
      arrived()
        .map(([name]) => name)
        .sort(),
    ).toEqual(names.sort());
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 300 });
    // It has learned from what was refused.
    expect(requests.filter(({ status }) => status === 413).length).toBeLessThan(40);
  });

  it.each(['[]', '""', '["200",{}]', '[200]', '[200,null]', '[200,"<html>"]', '{}', 'null'])(
    'keeps what it was told where the answer is %s',
    async (answer) => {
      const { visit, login, line, to, arrived } = startSite();
      const client = visit();
      await login(client, ada);
      await client.flush();
      line.fetch = () => Promise.resolve(new Response(`${answer}\n`));
      await client.track('seen');
      await client.purchase({ total: 12, items: [mug] });

      await expect(client.flush({ timeout: 1_000 })).rejects.toThrow();
      expect(await client.stats()).toMatchObject({ waiting: 2 });
      line.fetch = to.fetch;
      await client.flush();

      expect(arrived().map(([name]) => name)).toEqual(['seen']);
      expect(await client.stats()).toMatchObject({ waiting: 0 });
    },
  );

  it('tells a thousand events in a few small requests, and each arrives once', async () => {
    const { visit, login, requests, service } = startSite();
    const client = visit();
    await login(client, ada);

    const names = Array.from({ length: 1_000 }, (_, index) => `seen-${index}`);
    await Promise.all(names.map((name) => client.track(name, { sku: 'A1' })));
    await client.flush();

    expect(requests.length).toBeLessThanOrEqual(10);
    const sizes = requests.map(({ init: { body } }) =>
      body instanceof Blob ? body.size : (body as string).length,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60_000);
    expect(
      service.inspect
        .events('customEvent')
        .map(({ fields }) => fields['eventName'])
        .sort(),
    ).toEqual(names.sort());
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 1_000 });
  });

  it('knows no key, no secret and no address of the service, and speaks to no other site, whatever its base is', async () => {
    const { visit, login, requests, service } = startSite();
    const base = document.createElement('base');
    base.href = 'https://cdn.example/';
    document.head.append(base);
    onTestFinished(() => base.remove());
    const client = visit();
    await login(client, ada);
    await client.track('seen');
    await client.purchase({ items: [mug], total: 12 });
    await client.flush();

    const said = await Promise.all(
      requests.map(async (one) => JSON.stringify([one.url, one.init.headers, await textOf(one)])),
    );
    expect(said.length).toBeGreaterThan(0);
    for (const secret of [service.keys.web, service.keys.server, 'emulator-token-secret', 'http://service'])
      expect(said.join()).not.toContain(secret);
    expect(requests.every(({ url }) => url.startsWith(`${location.origin}/tidings`))).toBe(true);
  });

  it('delivers under the name of who has logged out, whom the relay has seen', async () => {
    const { visit, login, logout, arrived, line, to } = startSite();
    const client = visit();
    await login(client, ada);
    await client.track('before');
    await client.flush();
    line.fetch = offline;
    await client.track('offline');
    await logout(client);
    line.fetch = to.fetch;
    await login(client, bob);

    await client.flush();
    await vi.waitFor(() =>
      expect(arrived()).toEqual([
        ['before', ada.email],
        ['offline', ada.email],
      ]),
    );
  });

  it('keeps what nobody proves, silently, until they are back', async () => {
    const { visit, login, logout, arrived, line, to } = startSite();
    const client = visit();
    const told = listen(client);
    line.fetch = offline;
    await login(client, ada);
    await client.track('unseen');
    await logout(client);
    line.fetch = to.fetch;
    await login(client, bob);
    await client.track('of bob');
    await client.flush();

    expect(arrived()).toEqual([['of bob', bob.userId]]);
    expect(await client.stats()).toMatchObject({ waiting: 1 });
    told.error.length = 0;
    await login(client, ada);
    await client.flush();

    expect(arrived()).toEqual([
      ['of bob', bob.userId],
      ['unseen', ada.email],
    ]);
    expect(told.error).toEqual([]);
  });

  it('sends nothing under the name of a session that is another’s', async () => {
    const { visit, site, arrived } = startSite();
    const client = visit();
    site.user = bob;
    await client.identify(ada);
    await client.track('seen');
    await client.flush().catch(() => undefined);

    expect(arrived()).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 1, dropped: {} });
  });

  it('drops the one that the service refuses, with its word, and no other', async () => {
    const { visit, login, arrived, service } = startSite();
    await service.fetch('http://service/api/users/forget', {
      method: 'POST',
      headers: { 'Api-Key': service.keys.server, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'gone@example.com' }),
    });
    const client = visit();
    const told = listen(client);
    await login(client, { email: 'gone@example.com' });
    await client.track('refused');
    await client.flush().catch(() => undefined);
    await login(client, ada);
    await client.track('taken');
    await client.flush();

    expect(arrived()).toEqual([['taken', ada.email]]);
    expect(told.dropped).toMatchObject([{ reason: 'ForgottenUserError', event: { name: 'refused' } }]);
  });

  it.each([
    ['a page of the site’s own', new Response('<h1>Not found</h1>', { status: 404 })],
    ['too large a request', Response.json({ code: 'BatchTooLarge' }, { status: 413 })],
    ['what is no answer of a relay', new Response('<h1>Welcome</h1>')],
    ['too few lines', new Response('[200,{}]')],
    ['a broken line', new Response('[200,{}]\n[200,')],
  ])('loses nothing to %s', async (_, answer) => {
    const { visit, login, arrived, line, to } = startSite();
    const client = visit();
    await login(client, ada);
    line.fetch = async () => answer.clone();
    await Promise.all(['one', 'two', 'three'].map((name) => client.track(name)));
    await client.flush().catch(() => undefined);
    // An answer that is not whole says nothing of any.
    expect(await client.stats()).toMatchObject({ dropped: {}, delivered: 0, waiting: 3 });
    line.fetch = to.fetch;
    await client.flush();

    expect(
      arrived()
        .map(([name]) => name)
        .sort(),
    ).toEqual(['one', 'three', 'two']);
  });

  it('sends no more than the relay takes, in whatever script', async () => {
    const { visit, login, arrived } = startSite();
    const client = visit();
    await login(client, ada);
    const text = '漢'.repeat(1_000);
    await Promise.all(Array.from({ length: 200 }, () => client.track('seen', { text })));
    await client.flush();

    expect(arrived()).toHaveLength(200);
  });

  it('waits as long as the relay says that the service asks', async () => {
    const { visit, login, arrived, service, requests } = startSite();
    const client = visit();
    await login(client, ada);
    service.faults.add({ kind: 'status', status: 429, retryAfter: '30', times: 1 });
    await client.track('seen');

    await expect(client.flush()).rejects.toThrow('answered 429 RateLimitExceeded: the service asks to wait');
    const before = requests.length;
    await client.track('more');
    await client.flush().catch(() => undefined);
    expect(requests).toHaveLength(before);
    expect(arrived()).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 2, dropped: {} });
  });

  it('sends what waits in one call that outlives it, when it is hidden', async () => {
    const { visit, login, requests, line } = startSite();
    const client = visit();
    await login(client, ada);
    line.fetch = () => new Promise(() => {});
    await client.flush({ timeout: 1 }).catch(() => undefined); // What speaks is there.
    requests.length = 0;
    await Promise.all(Array.from({ length: 40 }, (_, number) => client.track(`seen-${number}`)));
    become('hidden');

    await vi.waitFor(() => expect(requests.some(({ init }) => init.keepalive)).toBe(true));
    const lasting = requests.filter(({ init }) => init.keepalive);
    expect(lasting).toHaveLength(1);
    expect(lasting[0]?.init.body).toBeTypeOf('string');
    expect((lasting[0]?.init.body as string).split('\n').length).toBeGreaterThan(12);
  });

  it('asks for messages without a name in the address', async () => {
    const { visit, login, requests, service } = startSite();
    const client = visit();
    await login(client, ada);
    onTestFinished(startInApp(client).close);

    await vi.waitFor(() => expect(requests.some(({ init }) => !init.body)).toBe(true));
    const [read] = requests.filter(({ init }) => !init.body);
    expect(read?.url).toMatch(/^http:\/\/localhost:3000\/tidings\?to=\/api\/inApp\/web\/getMessages&/);
    expect(read?.url).not.toContain('ada');
    await vi.waitFor(() => expect(read?.status).toBe(200));
    const asked = service.inspect.requests.find(({ route }) => route.endsWith('getMessages'));
    expect(asked).toMatchObject({ tokenUser: ada, apiKey: service.keys.web });
  });

  it('goes on with what waits from before the site had one', async () => {
    const { visit, login, arrived, line, to, service } = startSite();
    const before = { apiKey: service.keys.web, baseUrl: 'http://service' };
    line.fetch = offline;
    const old = visit({ ...before, relay: undefined });
    await login(old, ada);
    await old.track('kept');
    line.fetch = to.fetch;

    const client = visit(before);
    await client.flush();

    expect(arrived()).toEqual([['kept', ada.email]]);
  });

  it.each(['tidings', 'https://other.example/tidings', '//other.example/tidings', '/', 7])(
    'must have it on its own site: %j',
    (relay) => {
      expect(() => createClient({ relay } as ClientOptions)).toThrow(
        '`relay` must be a path of your own site',
      );
    },
  );
});
