import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../src/admin/index.js';
import type { Emulator } from '../../src/emulator/app.js';
import { headerOf, ada, bob, site } from './support/site.js';

const IN_APP = '/api/inApp/web/getMessages';
const EMBEDDED = '/api/embedded-messaging/messages';

/** How the service answered what was asked of it under a token. */
const statusesOf = ({ inspect }: Emulator) =>
  inspect.requests.filter(({ route }) => route === `GET ${IN_APP}`).map(({ status }) => status);

describe('what a page asks', () => {
  it.each([IN_APP, EMBEDDED])('is answered as the service does, for who is logged in: %s', async (path) => {
    const { emulator, visitor } = await site();

    const response = await visitor(ada).ask(path, ada);

    const [request] = emulator.inspect.requests;
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(request?.answer);
    expect(request).toMatchObject({ route: `GET ${path}`, apiKey: emulator.keys.web, tokenUser: ada });
  });

  it('is answered too where the tokens that were signed before are void', async () => {
    const { emulator, baseUrl, visitor } = await site({}, { contents: 'shop' });
    const page = visitor(ada);
    await page.ask(IN_APP, ada);
    await createAdmin({ apiKey: emulator.keys.server, baseUrl }).auth.invalidateJwts(ada);

    const response = await page.ask(IN_APP, ada);

    expect(response.status).toBe(200);
    expect(statusesOf(emulator)).toEqual([200, 401, 200]);
  });

  it('is not asked again and again where the token was signed for this very call', async () => {
    const { emulator, visitor } = await site({ tokenSecret: 'of-another-project', onError: () => undefined });

    const response = await visitor(ada).ask(IN_APP, ada);

    expect(response.status).toBe(502);
    expect(statusesOf(emulator)).toEqual([401]);
  });

  it('is nothing that others keep, and has a name by which the page may ask again', async () => {
    const { visitor } = await site();
    const page = visitor(ada);

    const first = await page.ask(IN_APP, ada);
    const etag = first.headers.get('ETag') ?? '';
    const again = await page.ask(IN_APP, ada, { 'If-None-Match': `"another", W/${etag}` });
    const other = await page.ask(IN_APP, ada, { 'If-None-Match': '"another"' });

    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(first.headers.get('Vary')).toBe('Cookie');
    expect(first.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect([again.status, await again.text(), other.status]).toEqual([304, '', 200]);
  });

  it('is asked under a token that is good, however long the relay runs', async () => {
    const time = { at: Date.UTC(2026, 0, 1) };
    const now = () => time.at;
    const { visitor } = await site({ now }, { now });
    const page = visitor(ada);

    for (let turn = 0; turn < 3; turn += 1) {
      expect((await page.ask(IN_APP, ada)).status).toBe(200);
      time.at += 200_000;
    }
  });

  it('has another name for another user', async () => {
    const { visitor } = await site();

    const [one, other] = await Promise.all([ada, bob].map((user) => visitor(user).ask(IN_APP, user)));

    expect(await one?.text()).toBe(await other?.text());
    expect(one?.headers.get('ETag')).not.toBe(other?.headers.get('ETag'));
  });

  it('goes on with what such a read takes, and with nothing else', async () => {
    const { emulator, visitor } = await site();
    const query = `?to=${encodeURIComponent(EMBEDDED)}&placementId=1&placementId=2&email=bob%40example.com&more=1`;

    await visitor(ada).fetch({ headers: { 'Tidings-User': headerOf(ada) } }, query);

    expect(emulator.inspect.requests[0]?.url).toBe(
      '/api/embedded-messaging/messages?placementId=1&placementId=2&email=ada%40example.com',
    );
  });

  it.each([
    ['nobody is logged in', undefined, ada],
    ['somebody else is', bob, ada],
  ])('is refused where %s', async (_, session, of) => {
    const { emulator, visitor } = await site();

    const response = await visitor(session).ask(IN_APP, of);

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'Unauthorized' });
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each(['', 'nobody', '%7B%7D', 'email=ada%40example.com&userId=7'])(
    'must say whom it is for: %j',
    async (header) => {
      const { visitor } = await site();

      const response = await visitor(ada).fetch(
        { headers: { 'Tidings-User': header } },
        `?to=${encodeURIComponent(IN_APP)}&count=1`,
      );

      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        400,
        'BadParams',
      ]);
    },
  );

  it('is refused as the service refuses it', async () => {
    const { emulator, visitor } = await site();
    emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60 });

    const response = await visitor(ada).ask(IN_APP, ada);

    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  it('is told nothing of a page that a proxy gives in place of an answer', async () => {
    const { emulator, visitor } = await site();
    emulator.faults.add({ kind: 'html' });

    expect((await visitor(ada).ask(IN_APP, ada)).status).toBe(502);
  });

  it('is told nothing of keys that the service refuses', async () => {
    const errors: unknown[] = [];
    const { visitor } = await site({ webKey: 'another-key', onError: (error) => errors.push(error) });

    const response = await visitor(ada).ask(IN_APP, ada);

    expect([response.status, await response.json()]).toEqual([
      502,
      { msg: 'The service did not let the relay in', code: 'BadGateway', params: null },
    ]);
    expect(errors.map(String)).toEqual([expect.stringContaining('BadApiKey')]);
  });
});
