import { describe, expect, it } from 'vitest';
import { lineOf, ada, bob, event, site, visitor, type TestLine } from './support/site.js';

const DAY = 86_400_000;
const held = { is: 'held', msg: 'Nobody proves that this user may send it' };
const delivered = { is: 'delivered' };

/** A clock that a test sets. */
function clock(start = Date.UTC(2026, 0, 1)) {
  const time = { at: start, now: () => time.at, pass: (by: number) => (time.at += by) };
  return time;
}

/** A site whose relay, and whose service, go by a clock of the test. */
async function timedSite() {
  const time = clock();
  return { ...(await site({ now: time.now }, { now: time.now })), time };
}

/** The cookies that prove who was here. */
const receiptsIn = (jar: ReadonlyMap<string, string>) =>
  [...jar.keys()].filter((name) => /^tidings-[\w-]{16}$/.test(name));

describe('a session', () => {
  it('may send under each name that it has, whatever the letters of its email', async () => {
    const { visitor } = await site();

    const outcomes = await visitor({ email: 'Ada@Example.com', userId: '7' }).tell(
      event({ email: 'ADA@example.com' }),
      event({ userId: '7' }),
      event(bob),
    );

    expect(outcomes).toEqual([delivered, delivered, held]);
  });

  it('is asked of the site by the request as it came', async () => {
    const urls: unknown[] = [];
    const { visitor } = await site({
      user({ url }) {
        urls.push(url);
        return undefined;
      },
    });

    expect(await visitor().tell(event())).toEqual([held]);
    expect(urls).toEqual(['/tidings']);
  });

  it.each([{ email: '' }, {}, { email: 7 }, 'ada@example.com'])(
    'that is none is an error of the site, and nobody is answered by it: %j',
    async (user) => {
      const errors: unknown[] = [];
      const { emulator, visitor } = await site({
        user: () => user as object,
        onError: (error) => errors.push(error),
      });

      const response = await visitor(ada).post(lineOf(event()));

      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        ...{ msg: 'The relay cannot answer now', code: 'GenericError', params: null },
      });
      expect(errors).toHaveLength(1);
      expect(emulator.inspect.requests).toEqual([]);
    },
  );
});

describe('a receipt', () => {
  it('lets a device send what waits under who was here before', async () => {
    const { emulator, visitor } = await site();
    const page = visitor(ada);
    await page.tell(event());
    page.logout();

    expect(await page.tell(event(), event(bob))).toEqual([delivered, held]);
    page.login(bob);
    expect(await page.tell(event(), event(bob))).toEqual([delivered, delivered]);
    expect(emulator.inspect.events('customEvent').map(({ email }) => email)).toEqual([
      ...[ada.email, ada.email, ada.email, bob.email],
    ]);
  });

  it('comes with what is asked, too', async () => {
    const { visitor } = await site();
    const page = visitor(ada);
    await page.ask('/api/inApp/web/getMessages', ada);
    page.logout();

    expect(await page.tell(event())).toEqual([delivered]);
  });

  it('is one cookie for each name, which goes to the relay alone and no script sees', async () => {
    const { visitor } = await site();

    const response = await visitor({ ...ada, userId: '7' }).post(lineOf(event()));

    const cookies = response.headers.getSetCookie();
    expect(cookies.map((text) => text.replace(/=.*?;/, ';').replace(/-[\w-]{16};/, '-…;'))).toEqual([
      'tidings-…; Path=/tidings; Max-Age=2592000; HttpOnly; SameSite=Strict',
      'tidings-…; Path=/tidings; Max-Age=2592000; HttpOnly; SameSite=Strict',
      'tidings-device; Path=/tidings; Max-Age=2592000; HttpOnly; SameSite=Strict',
    ]);
    expect(cookies.join()).not.toContain('ada');
  });

  it('goes to where pages ask, also where a proxy takes the start off the path', async () => {
    const { visitor } = await site({ path: '/shop/tidings' });

    const response = await visitor(ada).post(lineOf(event()));

    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toContain('; Path=/shop/tidings; ');
    await expect(site({ path: 'tidings' })).rejects.toThrow('`path` must be the path at which pages ask');
  });

  it('goes over https alone where the page came so', async () => {
    const { visitor, url } = await site();

    const response = await visitor(ada).post(lineOf(event()), {
      Origin: url.replace('http:', 'https:').replace('/tidings', ''),
    });

    expect(response.headers.getSetCookie().every((text) => text.endsWith('; Secure'))).toBe(true);
  });

  it('is given anew after a day, and not before', async () => {
    const { visitor, time } = await timedSite();
    const page = visitor(ada);
    const given = async () => (await page.post(lineOf(event()))).headers.getSetCookie().length;

    expect(await given()).toBe(2);
    time.pass(DAY - 1_000);
    expect(await given()).toBe(0);
    time.pass(2_000);
    expect(await given()).toBe(2);
  });

  it('ends after 30 days', async () => {
    const { visitor, time } = await timedSite();
    const page = visitor(ada);
    await page.tell(event());
    page.logout();

    time.pass(30 * DAY - 1_000);
    expect(await page.tell(event())).toEqual([delivered]);
    time.pass(2_000);
    expect(await page.tell(event())).toEqual([held]);
  });

  it('is let go when there are more than forty, the oldest first', async () => {
    const { visitor, time } = await timedSite();
    const page = visitor();
    for (let number = 0; number < 42; number += 1) {
      page.login({ userId: `user-${number}` });
      await page.tell(event({ userId: `user-${number}` }));
      time.pass(60_000);
    }
    page.logout();

    expect(receiptsIn(page.jar)).toHaveLength(40);
    const outcomes = await page.tell(...[0, 1, 2, 41].map((number) => event({ userId: `user-${number}` })));
    expect(outcomes).toEqual([held, held, delivered, delivered]);
  });

  it('does not undo another whose answer crosses it', async () => {
    const { url } = await site();
    const [first, second] = [visitor(url, ada), visitor(url, bob)];
    await first.tell(event());
    second.jar.set('tidings-device', first.jar.get('tidings-device') ?? '');
    await second.tell(event(bob));
    const both = visitor(url);
    for (const { jar } of [first, second]) for (const pair of jar) both.jar.set(...pair);
    both.logout();

    expect(await both.tell(event(), event(bob))).toEqual([delivered, delivered]);
  });

  it.each<[string, TestLine]>([
    [
      'a change of email',
      ['POST /api/users/updateEmail', { currentEmail: ada.email, newEmail: 'a@b.example' }],
    ],
    ['a token for pushes', ['POST /api/users/registerBrowserToken', { ...ada, browserToken: 'a-token' }]],
  ])('is not enough for %s', async (_, line) => {
    const { visitor } = await site();
    const page = visitor(ada);
    await page.tell(event());
    page.logout();

    expect(await page.tell(line)).toEqual([held]);
  });

  it('is not enough to be told anything', async () => {
    const { visitor } = await site();
    const page = visitor(ada);
    await page.tell(event());
    page.logout();

    expect((await page.ask('/api/inApp/web/getMessages', ada)).status).toBe(401);
  });
});
