import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import {
  ada,
  bob,
  event,
  headerOf,
  lineOf,
  outcomesIn,
  site,
  visitor,
  type TestLine,
} from './support/site.js';

const held = { is: 'held', msg: 'Nobody proves that this user may send it' };
const delivered = { is: 'delivered' };
const refused = (code: string): unknown => expect.objectContaining({ is: 'refused', code });

/** What a refusal of a whole request says. */
async function refusalIn(response: Response) {
  const { code } = (await response.json()) as { code: string };
  return [response.status, code];
}

/** A site where ada was, and a page there that is nobody's now. */
async function leftByAda() {
  const found = await site();
  const page = found.visitor(ada);
  await page.tell(event());
  page.logout();
  const receipt = [...page.jar.keys()].find((name) => /^tidings-[\w-]{16}$/.test(name)) ?? '';
  const value = page.jar.get(receipt) ?? '';
  return { ...found, page, receipt, value };
}

describe('somebody who claims to be another', () => {
  it('by the user of a line is held, whatever the route', async () => {
    const { emulator, visitor } = await site();
    const lines: TestLine[] = [
      event(bob),
      ['POST /api/users/update', { ...bob, dataFields: { plan: 'free' } }],
      ['POST /api/commerce/updateCart', { user: bob, items: [] }],
      ['POST /api/events/inAppConsume', { ...bob, messageId: 'm' }],
      ['POST /api/users/updateEmail', { currentEmail: bob.email, newEmail: ada.email }],
      ['POST /api/users/registerBrowserToken', { ...bob, browserToken: 'mine' }],
    ];

    expect(await visitor(ada).tell(...lines)).toEqual(lines.map(() => held));
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('by naming oneself where the service does not look is refused', async () => {
    const { emulator, visitor } = await site();

    const outcomes = await visitor(ada).tell(
      ['POST /api/commerce/updateCart', { ...ada, user: bob, items: [] }],
      ['POST /api/commerce/updateCart', { ...ada, items: [] }],
      ['POST /api/events/track', { user: ada, ...bob, eventName: 'e' }],
      ['POST /api/users/updateEmail', { ...ada, currentEmail: bob.email, newEmail: 'm@example.com' }],
      ['POST /api/events/track', { email: [ada.email], eventName: 'e' }],
    );

    expect(outcomes).toEqual([held, refused('BadParams'), held, held, refused('BadParams')]);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('by a second user in the body of a message event reaches nobody else', async () => {
    const { emulator, visitor } = await site();

    await visitor(ada).tell(['POST /api/events/trackInAppOpen', { ...ada, user: bob, messageId: 'm' }]);

    expect(emulator.inspect.requests[0]?.tokenUser).toEqual(ada);
  });

  it('by the header of a read is told nothing', async () => {
    const { emulator, visitor } = await site();

    expect((await visitor(ada).ask('/api/inApp/web/getMessages', bob)).status).toBe(401);
    expect(emulator.inspect.requests).toEqual([]);
  });
});

describe('a receipt', () => {
  it('of another device proves nothing', async () => {
    const { url, receipt, value } = await leftByAda();
    const thief = visitor(url, bob);
    await thief.tell(event(bob));
    thief.jar.set(receipt, value);

    expect(await thief.tell(event(ada))).toEqual([held]);
  });

  it('without its device proves nothing', async () => {
    const { page } = await leftByAda();
    page.jar.delete('tidings-device');

    expect(await page.tell(event())).toEqual([held]);
  });

  it('of another user proves nothing, also under the name of this one', async () => {
    const { url, receipt, value, page } = await leftByAda();
    const other = visitor(url, bob);
    other.jar.set('tidings-device', page.jar.get('tidings-device') ?? '');
    await other.tell(event(bob));
    const bobs = [...other.jar.keys()].find((name) => /^tidings-[\w-]{16}$/.test(name)) ?? '';
    page.jar.set(bobs, value);

    expect(bobs).not.toBe(receipt);
    expect(await page.tell(event(bob))).toEqual([held]);
  });

  it.each([
    ['that is said to be good for longer', (value: string) => `zzzzzzzz.${value.split('.')[1] ?? ''}`],
    ['with a letter changed', (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['cut short', (value: string) => value.slice(0, -1)],
    ['without its mark', (value: string) => `${value.split('.')[0] ?? ''}.`],
    ['that is empty', () => ''],
    ['without an end', (value: string) => `.${value.split('.')[1] ?? ''}`],
  ])('%s proves nothing', async (_, forge) => {
    const { page, receipt, value } = await leftByAda();
    page.jar.set(receipt, forge(value));

    expect(await page.tell(event())).toEqual([held]);
  });

  it('made with another secret proves nothing', async () => {
    const { page } = await leftByAda();
    const other = await site({ tokenSecret: 'another-secret' });
    const there = other.visitor();
    for (const pair of page.jar) there.jar.set(...pair);

    expect(await there.tell(event())).toEqual([held]);
  });
});

describe('a page of another site', () => {
  it.each<[string, Record<string, string>]>([
    ['as browsers say', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['with an origin in an old browser', { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    ['of a frame without an origin', { 'Sec-Fetch-Site': '', Origin: 'null' }],
    [
      'that is said by a header anyone may send',
      {
        Origin: 'https://evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'Sec-Fetch-Site': '',
      },
    ],
  ])('tells nothing: %s', async (_, { 'Sec-Fetch-Site': from, ...headers }) => {
    const { emulator, url, visitor } = await site();
    const page = visitor(ada);
    const cookie = [...page.jar].map((pair) => pair.join('=')).join('; ');

    const response = await fetch(url, {
      method: 'POST',
      headers: { Cookie: cookie, ...headers, ...(from && { 'Sec-Fetch-Site': from }) },
      body: lineOf(event()),
    });

    expect(await refusalIn(response)).toEqual([403, 'Forbidden']);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('without a word of where it is tells nothing', async () => {
    const { url } = await site();

    expect(await refusalIn(await fetch(url, { method: 'POST', body: '1' }))).toEqual([403, 'Forbidden']);
  });

  it('is not let in by asking first', async () => {
    const { url } = await site();

    const response = await fetch(url, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } });

    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('reads nothing, and an old browser of this site does', async () => {
    const { url, visitor } = await site();
    const page = visitor(ada);
    const cookie = [...page.jar].map((pair) => pair.join('=')).join('; ');
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}?to=/api/inApp/web/getMessages&count=1`, { headers: { Cookie: cookie, ...headers } });
    const name = { 'Tidings-User': headerOf(ada) };

    expect((await ask({})).status).toBe(403);
    expect((await ask({ ...name, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(name)).status).toBe(200);
  });

  it('is told from this one where a proxy says how it was asked, if that is trusted', async () => {
    const { url } = await site({ behindProxy: true });
    const headers = { Origin: 'https://shop.example', 'X-Forwarded-Proto': 'https' };
    const post = (host: string) =>
      fetch(url, { method: 'POST', body: '1', headers: { ...headers, 'X-Forwarded-Host': host } });

    expect((await post('evil.example, shop.example')).status).toBe(200);
    expect((await post('shop.example, evil.example')).status).toBe(403);
  });
});

describe('a request that is too much', () => {
  it.each<[string, () => BodyInit]>([
    ['of 501 lines', () => Array.from({ length: 501 }, () => '1').join('\n')],
    ['of several lines over 256 kB', () => `${'x'.repeat(256_000)}\n1`],
    ['of one line over a megabyte', () => 'x'.repeat(1_000_001)],
    ['that unpacks to more', () => gzipSync('x'.repeat(1_000_001))],
    ['that unpacks to a hundred megabytes', () => gzipSync(Buffer.alloc(100_000_000))],
  ])('is refused whole: %s', async (_, body) => {
    const { emulator, visitor } = await site();

    expect(await refusalIn(await visitor(ada).post(body()))).toEqual([413, 'BodyTooLarge']);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('without a word of its length is read no further than it may be', async () => {
    const { visitor } = await site();
    let sent = 0;
    // Without an end as far as the relay can tell; a test that fails is to end.
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(120));
        if (sent > 30_000_000) controller.close();
      },
    });

    const response = await visitor(ada)
      .fetch({ method: 'POST', body: endless, duplex: 'half' })
      .catch(() => undefined);

    // The connection may break before a client that still sends has read why.
    if (response) expect(response.status).toBe(413);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('in levels is refused by the line', async () => {
    const { visitor } = await site();
    const deep = `["/api/events/track",{"email":"ada@example.com","eventName":"e","dataFields":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}]`;
    const lists = '['.repeat(100_000);

    const outcomes = await outcomesIn(await visitor(ada).post([deep, lists].join('\n')));

    expect(outcomes).toEqual([refused('BadParams'), refused('BadJsonBody')]);
  });

  it.each<[string, () => BodyInit, number]>([
    ['that is packed and breaks off', () => gzipSync('x'.repeat(10_000)).subarray(0, 30), 400],
    ['that is no text', () => new Uint8Array([0xc3, 0x28]), 400],
    ['that is empty', () => '', 400],
  ])('is refused where it is none: %s', async (_, body, status) => {
    const { visitor } = await site();

    expect(await refusalIn(await visitor(ada).post(body()))).toEqual([status, 'BadBody']);
  });

  it('is refused where it is packed in another way', async () => {
    const { visitor } = await site();
    const response = await visitor(ada).post('1', { 'Content-Encoding': 'br' });

    expect(await refusalIn(response)).toEqual([415, 'UnsupportedEncoding']);
  });
});

describe('a call that is none of a page', () => {
  it.each([
    '/api/users/forget',
    '/api/events/trackBulk',
    '/api/users/bulkUpdate',
    '/api/email/target',
    'GET /api/users/getByEmail',
    'DELETE /api/users/ada@example.com',
    '/api/events/track/../../users/forget',
    '/api/events/track?apiKey=1',
    '/api/events/track#',
    '/api/events/track/',
    ' /api/events/track',
    '//evil.example/api/events/track',
    'https://evil.example/api/events/track',
    '/api/events/%74rack',
    '/API/events/track',
    '/api/events/track\r\nX-More: 1',
    'constructor',
    '__proto__',
  ])('goes nowhere: %s', async (route) => {
    const { emulator, visitor } = await site();

    expect(await visitor(ada).tell([route, { ...ada, eventName: 'e' }])).toEqual([refused('Forbidden')]);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each([
    '',
    '/api/users/getByEmail',
    '/api/inApp/getMessages',
    '/api/inApp/web/getMessages/../../../users/getByEmail',
    'https://evil.example/api/inApp/web/getMessages',
    '//evil.example',
    '/api/inApp/web/getMessages?email=bob@example.com',
    '/api/inApp/web/getMessages#',
  ])('is asked of nobody: %s', async (to) => {
    const { emulator, visitor } = await site();

    expect(await refusalIn(await visitor(ada).ask(to, ada))).toEqual([404, 'NotFound']);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('is no other verb of the relay', async () => {
    const { visitor } = await site();

    const response = await visitor(ada).fetch({ method: 'PUT', body: '1' });

    expect(await refusalIn(response)).toEqual([405, 'MethodNotAllowed']);
  });
});

describe('an answer', () => {
  it('says nothing of what was asked', async () => {
    const { visitor } = await site();
    const mark = '<script>alert(7)</script>';
    const page = visitor(ada);

    const texts = await Promise.all([
      page.post(mark).then((response) => response.text()),
      page.post(lineOf([`/${mark}`, {}])).then((response) => response.text()),
      page.post(lineOf(event({ email: mark }))).then((response) => response.text()),
      page.ask(`/${mark}`, ada).then((response) => response.text()),
      page.ask('/api/inApp/web/getMessages', { email: mark }).then((response) => response.text()),
      page.fetch({ method: 'PATCH', body: mark }).then((response) => response.text()),
    ]);

    for (const text of texts) expect(text).not.toMatch(/script|alert/);
  });

  it.each([
    '/tidings;%0d%0aSet-Cookie:%20a=b',
    '/tidings;Domain=evil.example',
    '/tid ings'.replace(' ', '%3B'),
  ])('has no header, nor part of a cookie, by the path that was asked: %s', async (path) => {
    const { url } = await site();
    const page = visitor(url.replace('/tidings', path), ada);

    const response = await page.post(lineOf(event()));

    for (const text of response.headers.getSetCookie()) {
      expect(text.split('; ').map((part) => part.split('=')[0])).toEqual([
        expect.stringMatching(/^tidings-/),
        ...['Path', 'Max-Age', 'HttpOnly', 'SameSite'],
      ]);
    }
  });

  it('of the relay, its errors and its log hold no key, no secret and no email', async () => {
    const lines: string[] = [];
    const write = (line: unknown) => void lines.push(String(line));
    const logger = { debug: write, info: write, warn: write, error: write };
    const { emulator, visitor } = await site({ logger, onError: write, serverKey: 'a-key-that-is-refused' });
    const page = visitor(ada);

    const told = await page.post(
      [event(), ['POST /api/events/inAppConsume', { ...ada, messageId: 'm' }]]
        .map((line) => lineOf(line as TestLine))
        .join('\n'),
    );
    lines.push(await told.text(), JSON.stringify([...told.headers]).replace(/tidings-[^"]*/g, ''));
    await page.ask('/api/inApp/web/getMessages', ada);

    expect(lines.length).toBeGreaterThan(6);
    expect(lines.join('\n')).not.toMatch(/ada@|ada%40|a-key-that|Bearer|eyJ/);
    expect(lines.join('\n')).not.toContain(emulator.keys.web);
  });
});

describe('somebody who asks too often', () => {
  const codesOf = async (count: number, ask: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) statuses.push((await ask()).status);
    return statuses;
  };

  it('is told when to come back: by session, whatever the device', async () => {
    const { visitor } = await site({ rate: { session: 2 } });
    const ask = () => visitor(ada).post('1');

    expect(await codesOf(2, ask)).toEqual([200, 200]);
    const response = await ask();

    expect(response.headers.get('Retry-After')).toMatch(/^(29|30)$/);
    expect(await refusalIn(response)).toEqual([429, 'RateLimitExceeded']);
    expect((await visitor(bob).post('1')).status).toBe(200);
  });

  it('is let in as before where the clock of the server was set back', async () => {
    let now = Date.parse('2026-05-01T12:00:00Z');
    const { visitor } = await site({ rate: { session: 2 }, now: () => now });
    const ask = () => visitor(ada).post('1');
    expect(await codesOf(1, ask)).toEqual([200]);

    now -= 3_600_000;

    expect(await codesOf(2, ask)).toEqual([200, 429]);
    now += 30_000;
    expect(await codesOf(2, ask)).toEqual([200, 429]);
  });

  it('is told so by address, which no header of theirs changes', async () => {
    const { visitor } = await site({ rate: { address: 2 } });
    let number = 0;
    const ask = () => visitor().post('1', { 'X-Forwarded-For': `10.0.0.${(number += 1)}` });

    expect(await codesOf(3, ask)).toEqual([200, 200, 429]);
  });

  it('is told apart by what a proxy says, and by what the site says', async () => {
    const proxied = await site({ rate: { address: 1 }, behindProxy: true });
    const own = await site({ rate: { address: 1 }, address: ({ headers }) => String(headers['x-real-ip']) });
    const from = (list: string) => () => proxied.visitor().post('1', { 'X-Forwarded-For': list });
    const really = (address: string) => () => own.visitor().post('1', { 'X-Real-IP': address });

    expect(await codesOf(2, from('1.1.1.1, 10.0.0.1'))).toEqual([200, 429]);
    expect(await codesOf(2, from('10.0.0.1, 10.0.0.2'))).toEqual([200, 429]);
    expect(await codesOf(2, from('10.0.0.3:4711'))).toEqual([200, 429]);
    expect(await codesOf(1, from('10.0.0.3:4712'))).toEqual([429]);
    expect(await codesOf(1, from('[::ffff:10.0.0.3]:4713'))).toEqual([429]);
    expect(await codesOf(1, from('[2001:db8:1:2::1]:1000'))).toEqual([200]);
    expect(await codesOf(1, from('[2001:db8:1:2:ffff::1]:1001'))).toEqual([429]);
    expect(await codesOf(1, from('2001:db8:1:2:abcd::1'))).toEqual([429]);
    expect(await codesOf(2, really('2001:db8:1:2::1'))).toEqual([200, 429]);
    expect(await codesOf(1, really('2001:db8:1:2:ffff::9'))).toEqual([429]);
    expect(await codesOf(1, really('2001:db8:1:3::1'))).toEqual([200]);
  });

  it('is counted by nobody where something else does', async () => {
    const { visitor } = await site({ rate: false });

    expect(new Set(await codesOf(20, () => visitor(ada).post('1')))).toEqual(new Set([200]));
  });
});

describe('a client', () => {
  it('that sends slowly is told so, and holds nothing', { timeout: 20_000 }, async () => {
    const { url } = await site();
    const { origin } = new URL(url);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': 100 };
      const request = rawRequest(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      request.write('[');
    });

    expect(status).toBe(408);
  });

  it('that goes away in the middle of its words has said nothing', async () => {
    const { emulator, url, visitor } = await site();
    const { port, host } = new URL(url);
    const session = visitor(ada).jar.get('session') ?? '';
    const line = `${lineOf(event())}\n`;
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /tidings HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: session=${session}\r\nContent-Length: 10000\r\n\r\n${line}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();

    expect(await visitor(bob).tell(event(bob))).toEqual([delivered]);
    expect(emulator.inspect.events('customEvent').map(({ email }) => email)).toEqual([bob.email]);
  });

  it('that goes away after them has told them', async () => {
    const { emulator, url, visitor } = await site();
    const { port, host } = new URL(url);
    const session = visitor(ada).jar.get('session') ?? '';
    const line = lineOf(event());
    emulator.faults.add({ kind: 'delay', delay: 100 });
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /tidings HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: session=${session}\r\nContent-Length: ${line.length}\r\n\r\n${line}`,
    );
    await until(() => expect(emulator.inspect.requests).toHaveLength(1));
    socket.destroy();

    await until(() => expect(emulator.inspect.events('customEvent')).toHaveLength(1));
  });
});
