import { describe, expect, it } from 'vitest';
import { setup } from '../support/control.js';
import { heldLatency, settled } from '../support/latency.js';

const LOCAL = { Host: 'localhost:4747' };

describe('who may ask /_emulator', () => {
  it.each([
    ['in the process', {}],
    ['localhost', LOCAL],
    ['a name under localhost', { Host: 'shop.localhost:4747' }],
    ['127.0.0.1', { Host: '127.0.0.1' }],
    ['IPv6 loopback', { Host: '[::1]:4747' }],
    ['its own page', { ...LOCAL, Origin: 'http://localhost:4747', 'Sec-Fetch-Site': 'same-origin' }],
  ])('takes %s', async (_, headers) => {
    expect((await setup().ask('/_emulator/clock', { headers })).status).toBe(200);
  });

  it.each([
    ['a name that was made to lead here', { Host: 'evil.example:4747' }],
    ['a name that begins as ours', { Host: 'localhost.evil.example' }],
    ['a name that ends as ours', { Host: 'evil-127.0.0.1' }],
    ['a page of another origin', { ...LOCAL, Origin: 'https://evil.example' }],
    ['a page on another port', { ...LOCAL, Origin: 'http://localhost:3000' }],
    ['a page without an origin', { ...LOCAL, Origin: 'null' }],
    ['a picture or script of another page', { ...LOCAL, 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses %s', async (_, headers) => {
    const { ask, emulator } = setup();

    const looked = await ask('/_emulator/people', { headers });
    const steered = await ask('/_emulator/faults', { body: { kind: 'drop' }, headers });

    expect([looked.status, steered.status]).toEqual([403, 403]);
    expect(looked.body).toMatchObject({ code: 'Forbidden' });
    expect(looked.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(emulator.faults.waiting()).toEqual([]);
  });

  it('leaves the service to everyone', async () => {
    const { ask, emulator } = setup();
    const answer = await ask('/api/events/track', {
      body: { email: 'ada@example.com', eventName: 'seen' },
      headers: {
        Host: 'shop.example.com',
        Origin: 'https://shop.example.com',
        'Api-Key': emulator.keys.javascript,
      },
    });
    expect(answer.status).toBe(200);
  });
});

describe('what is looked at', () => {
  it('tells people, found by all words of a search in names and fields', async () => {
    const { ask, emulator } = setup();
    await ask('/_emulator/reset', { body: { contents: 'shop' } });

    const all = await ask('/_emulator/people?pageSize=10');
    const found = await ask('/_emulator/people?search=ada%20gold');

    expect(all.body).toMatchObject({ total: 60, page: 1, pageSize: 10 });
    expect(all.body.rows).toHaveLength(10);
    const expected = emulator.inspect.people.filter((person) =>
      /ada.*gold|gold.*ada/i.test(JSON.stringify(person)),
    );
    expect(found.body.total).toBe(expected.length);
  });

  it('tells all of one person: profile, lists, messages, events', async () => {
    const { ask, emulator } = setup();
    await ask('/_emulator/reset', { body: { contents: 'shop' } });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });

    const { body } = await ask(`/_emulator/people/${ada?.id}`);

    expect(body.person.email).toBe('ada@example.com');
    expect(body.lists.length).toBeGreaterThan(0);
    expect(body.messages[0]?.campaignName).toEqual(expect.any(String));
    expect(Number(body.events[0]?.createdAt)).toBeGreaterThanOrEqual(Number(body.events.at(-1)?.createdAt));
    expect((await ask('/_emulator/people/7')).status).toBe(404);
  });

  it('pages rows, requests and events, the latest first', async () => {
    const { ask, track } = setup();
    for (const name of ['a', 'b', 'c']) await track(name);

    const first = await ask('/_emulator/events?pageSize=2');
    const second = await ask('/_emulator/events?pageSize=2&page=2');

    expect(first.body.rows.map(({ fields }) => fields)).toMatchObject([
      { eventName: 'c' },
      { eventName: 'b' },
    ]);
    expect(second.body.rows).toHaveLength(1);
    expect((await ask('/_emulator/requests')).body.total).toBe(3);
    expect((await ask('/_emulator/rows/people')).body.total).toBe(1);
    expect((await ask('/_emulator')).body.tables).toContain('people');
  });

  it('tells only what is new since someone looked', async () => {
    const { ask, track } = setup();
    await track('a');
    const before = (await ask('/_emulator/changes')).body;
    await track('b');

    const since = `events=${before.events.at(-1)?.number}&requests=${before.requests.at(-1)?.number}`;
    const after = (await ask(`/_emulator/changes?${since}`)).body;
    const later = (await ask(`/_emulator/changes?events=${after.events[0]?.number}&requests=99`)).body;

    expect(after.events).toMatchObject([{ type: 'customEvent', fields: { eventName: 'b' } }]);
    expect(after.requests).toMatchObject([{ route: 'POST /api/events/track', status: 200 }]);
    expect(later).toMatchObject({ events: [], requests: [], counts: { events: 2, requests: 2, people: 1 } });
  });

  it('tells an event that was updated as a new one (decision 14)', async () => {
    const { ask, emulator } = setup();
    const headers = { 'Api-Key': emulator.keys.server };
    const track = (sku: string) =>
      ask('/api/events/track', {
        body: { email: 'ada@example.com', eventName: 'seen', id: '1', dataFields: { sku } },
        headers,
      });
    await track('A1');
    const [first] = (await ask('/_emulator/changes')).body.events;
    await track('B2');

    expect((await ask(`/_emulator/changes?events=${first?.number}`)).body.events).toMatchObject([
      { fields: { sku: 'B2' } },
    ]);
  });

  it('tells the latest 200 events of many, and after some have left, of those that stay', async () => {
    const { ask, emulator } = setup();
    const headers = { 'Api-Key': emulator.keys.server };
    const events = Array.from({ length: 500 }, (_, index) => ({
      email: `${index}@example.com`,
      eventName: 'a',
    }));
    await ask('/_emulator/changes');
    await ask('/api/events/trackBulk', { body: { events }, headers });
    const emails = async () =>
      (await ask('/_emulator/changes')).body.events.map(
        (event) => (event as unknown as { email: string }).email,
      );
    const ofLast = (count: number, before = 500) =>
      Array.from({ length: count }, (_, index) => `${before - count + index}@example.com`);
    expect(await emails()).toEqual(ofLast(200));

    const { run } = (await ask('/_emulator/changes')).body;
    for (let index = 400; index < 500; index += 1) {
      await ask(`/api/users/${index}@example.com`, { method: 'DELETE', headers });
    }

    expect(await emails()).toEqual(ofLast(200, 400));
    expect((await ask('/_emulator/changes')).body.run).not.toBe(run);
  });

  it('forgets with a reset what arrived before it, and keeps what arrives after', async () => {
    const { ask, emulator, track } = setup();
    await track('a');

    await ask('/_emulator/reset', { body: { contents: 'empty' } });
    expect(emulator.inspect.requests).toEqual([]);
    expect((await ask('/_emulator/changes')).body.requests).toEqual([]);

    await track('b');
    expect(emulator.inspect.requests).toMatchObject([{ body: { eventName: 'b' } }]);
    expect((await ask('/_emulator/changes')).body.requests).toHaveLength(1);
  });

  it.each([
    ['what it was started with', 'shop', {}, 60],
    ['nothing, if it is told so', 'shop', { contents: 'empty' }, 0],
    ['nothing, if it was started so', 'empty', {}, 0],
    ['the shop, if it is told so', 'empty', { contents: 'shop' }, 60],
  ] as const)('resets to %s', async (_, contents, body, people) => {
    const { ask, emulator, track } = setup({ contents });
    await track('a', 'someone@example.com');

    const answer = await ask('/_emulator/reset', { body });

    expect(answer.body).toEqual({ contents: people ? 'shop' : 'empty' });
    expect(emulator.inspect.people).toHaveLength(people);
  });

  it('resets to the scenario or the save that it was started with', async () => {
    const person = { email: 'ada@example.com' };
    const hand = setup({ scenario: { people: [person] } });
    const again = setup({ saved: hand.emulator.save() });
    for (const { ask, emulator, track } of [hand, again]) {
      await track('a', 'someone@example.com');
      expect((await ask('/_emulator/reset', { method: 'POST' })).status).toBe(200);
      expect(emulator.inspect.people).toMatchObject([person]);

      await ask('/_emulator/reset', { body: { contents: 'empty' } });
      expect(emulator.inspect.people).toEqual([]);
    }
  });

  it('refuses to reset to contents and a save at a time', async () => {
    const { ask } = setup();
    await ask('/_emulator/saves/a', { method: 'PUT' });
    const { status, body } = await ask('/_emulator/reset', { body: { contents: 'empty', save: 'a' } });
    expect([status, body.msg]).toEqual([400, '`save` holds everything: give it or `contents`']);
  });

  it('resets without a body too', async () => {
    const { ask, emulator } = setup({ contents: 'shop' });
    expect((await ask('/_emulator/reset', { method: 'POST' })).status).toBe(200);
    expect(emulator.inspect.people).toHaveLength(60);
  });

  it('tells at /_emulator the token secret, and the placements that pages have', async () => {
    const { ask } = setup({ contents: 'shop', tokenSecret: 'of-this-test' });
    const { body } = await ask('/_emulator');
    expect(body.tokenSecret).toBe('of-this-test');
    expect(body.placements).toMatchObject([808, 809, 810, 811].map((placementId) => ({ placementId })));
    for (const place of body.placements) expect(place).not.toMatchObject({ messages: 0 });
    expect((await setup().ask('/_emulator')).body.placements).toEqual([]);
  });

  it('lets chance start again with a reset', async () => {
    const { ask, emulator } = setup();
    async function nextCode() {
      await ask('/api/verify/sms/begin', {
        body: { phoneNumber: '+15550100', verificationProfileId: 1 },
        headers: { 'Api-Key': emulator.keys.server },
      });
      const [sent] = emulator.inspect.rows('verifications') as { code: string }[];
      return sent?.code;
    }
    const codes = [await nextCode(), await nextCode()];
    expect(codes[0]).not.toBe(codes[1]);

    await ask('/_emulator/reset', { method: 'POST' });

    expect([await nextCode(), await nextCode()]).toEqual(codes);
  });

  it('lets calls be made again with a reset that came too often', async () => {
    const { ask, emulator } = setup({ limits: true });
    const metrics = () =>
      ask('/api/campaigns/metrics?campaignId=1', { headers: { 'Api-Key': emulator.keys.server } });
    for (let count = 0; count < 10; count += 1) await metrics();
    expect((await metrics()).status).toBe(429);

    await ask('/_emulator/reset', { method: 'POST' });

    expect((await metrics()).status).not.toBe(429);
  });

  it.each(['empty', 'shop'] as const)(
    'leaves a webhook to update after a reset to %s (decision 40)',
    async (contents) => {
      const { emulator, ask } = setup({ contents });
      const webhooks = (body?: object) =>
        ask('/api/webhooks', { ...(body && { body }), headers: { 'Api-Key': emulator.keys.server } });
      expect((await webhooks({ id: 1, enabled: true })).status).toBe(200);

      await ask('/_emulator/reset', { body: { contents } });

      expect((await webhooks()).body).toMatchObject({ webhooks: [{ id: 1, enabled: false }] });
      expect((await webhooks({ id: 1, enabled: true })).status).toBe(200);
    },
  );

  it('refuses what a webhook calls, in the process too', async () => {
    const { emulator, ask } = setup();

    const answer = await ask('/_emulator/faults', {
      body: { kind: 'drop' },
      headers: { 'User-Agent': 'tidings-emulator' },
    });

    expect(answer).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
    expect(emulator.faults.waiting()).toEqual([]);
  });

  it('tells to look anew after a reset', async () => {
    const { ask, track } = setup();
    await track('a');
    const { run } = (await ask('/_emulator/changes')).body;

    await ask('/_emulator/reset', { body: { contents: 'empty' } });

    expect((await ask('/_emulator/changes')).body.run).not.toBe(run);
  });
});

describe('what is steered', () => {
  it('adds, lists and clears faults', async () => {
    const { ask, track } = setup();
    await ask('/_emulator/faults', { body: { kind: 'status', status: 503, retryAfter: 2, times: 2 } });

    expect((await ask('/_emulator/faults')).body.faults).toMatchObject([{ status: 503, times: 2 }]);
    const faulty = await track('a');
    expect([faulty.status, faulty.headers.get('Retry-After')]).toEqual([503, '2']);

    await ask('/_emulator/faults', { method: 'DELETE' });
    expect((await track('b')).status).toBe(200);
  });

  it.each([
    [{ kind: 'fire' }, 'kind'],
    [{ kind: 'status' }, 'status'],
    [{ kind: 'drop', times: 0 }, 'times'],
  ])('refuses the fault %o, and names what is wrong', async (fault, named) => {
    const answer = await setup().ask('/_emulator/faults', { body: fault });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BadParams' } });
    expect(answer.body.msg).toContain(named);
  });

  it('lets time pass', async () => {
    const { ask } = setup({ now: () => 1_000 });
    expect((await ask('/_emulator/clock/advance', { body: { milliseconds: 500 } })).body).toEqual({
      now: 1_500,
    });
    expect((await ask('/_emulator/clock')).body).toEqual({ now: 1_500 });
  });

  it('waits until what was received is applied', async () => {
    const { ask, track, emulator } = setup({ latency: heldLatency() });
    await track('a');
    expect(emulator.inspect.events()).toEqual([]);

    await settled({ settle: () => ask('/_emulator/settle', { method: 'POST' }) });

    expect(emulator.inspect.events()).toHaveLength(1);
  });

  it("signs a user's token, as the customer's own server would", async () => {
    const { ask, emulator } = setup();
    const { token } = (await ask('/_emulator/tokens', { body: { email: 'ada@example.com' } })).body;

    const answer = await ask('/api/events/track', {
      body: { email: 'ada@example.com', eventName: 'seen' },
      headers: { 'Api-Key': emulator.keys.web, Authorization: `Bearer ${token}` },
    });

    expect(answer.status).toBe(200);
  });

  it.each([
    ['/_emulator/reset', '{', 'BadJsonBody', 'JSON'],
    ['/_emulator/seed', '[]', 'BadParams', 'The body: '],
    ['/_emulator/reset', '{"seed":"shop"}', 'BadParams', '`seed` is not known here; this takes `contents`'],
    ['/_emulator/reset', '{"contents":"shoop"}', 'BadParams', '`contents`: Invalid option'],
    ['/_emulator/reset?contents=empty', '', 'BadParams', '`contents` is not known here; this takes its body'],
    ['/_emulator/clock/advance', '{"milliseconds":-1}', 'BadParams', '`milliseconds`'],
    ['/_emulator/clock/advance', '{"milliseconds":1,"days":1}', 'BadParams', '`days`'],
    ['/_emulator/faults', '{"kind":"drop","path":"/api"}', 'BadParams', '`path` is not known here'],
    ['/_emulator/text-messages', '{"from":"1","text":"yes","to":"2"}', 'BadParams', '`to`'],
    ['/_emulator/messages', '{"channel":"fax"}', 'BadParams', ''],
  ])('%s refuses %s', async (path, body, code, words) => {
    const { emulator } = setup({ contents: 'shop' });
    const response = await emulator.fetch(`http://emulator${path}`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, msg: expect.stringContaining(words) as string });
    expect(emulator.inspect.people).toHaveLength(60);
  });

  it('says what it does not have', async () => {
    expect((await setup().ask('/_emulator/nothing')).body).toMatchObject({ code: 'NotFound' });
  });
});

describe('a message from the console', () => {
  async function withAda(options = {}) {
    const scene = setup(options);
    await scene.track('seen');
    const [person] = scene.emulator.inspect.people;
    return { ...scene, personId: person?.id };
  }

  it('arrives in the app', async () => {
    const { ask, emulator, personId } = await withAda();

    const { body } = await ask('/_emulator/messages', {
      body: { personId, channel: 'inApp', title: 'Hello', html: '<p>Hello</p>', position: 'TopRight' },
    });

    const read = await ask('/api/inApp/getMessages?email=ada@example.com&count=5&platform=Web', {
      headers: { 'Api-Key': emulator.keys.server },
    });
    expect(read.body.inAppMessages).toMatchObject([
      {
        messageId: body.messageId,
        content: { html: '<p>Hello</p>', webInAppDisplaySettings: { position: 'TopRight' } },
      },
    ]);
    expect(emulator.inspect.events('inAppSend')).toHaveLength(1);
  });

  it('arrives at a placement', async () => {
    const { ask, emulator, personId } = await withAda();
    await ask('/_emulator/messages', {
      body: {
        personId,
        channel: 'embedded',
        title: 'Hello',
        body: 'World',
        placementId: 808,
        url: 'https://a.example/',
      },
    });

    const read = await ask('/api/embedded-messaging/messages?email=ada@example.com', {
      headers: { 'Api-Key': emulator.keys.server },
    });

    expect(read.body.placements).toMatchObject([
      {
        placementId: 808,
        embeddedMessages: [{ elements: { title: 'Hello', defaultAction: { data: 'https://a.example/' } } }],
      },
    ]);
  });

  it('is an email that can be looked at, where nothing of it runs', async () => {
    const { ask, emulator, personId } = await withAda();
    const html = '<h1>Hi {{email}}</h1><script>alert(1)</script>';
    const { body } = await ask('/_emulator/messages', {
      body: { personId, channel: 'email', title: 'Hi', html },
    });

    const page = await ask(`/_emulator/messages/${body.messageId}/page`);

    expect(page.text).toContain('Hi ada@example.com');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy.split('; ')).toContain('sandbox');
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("default-src 'none'");
    expect(emulator.inspect.events('emailSend')).toHaveLength(1);
  });

  it('is an in-app message that stays unread when it is looked at', async () => {
    const { ask, emulator, personId } = await withAda();
    const html = '<h1>Hi</h1><a href="https://a.example">A</a>';
    const { body } = await ask('/_emulator/messages', { body: { personId, channel: 'inApp', html } });

    const page = await ask(`/_emulator/messages/${body.messageId}/page`);

    expect(page.text).toBe(`${html}<base target="_blank">`);
    expect(emulator.inspect.rows('messages')).toMatchObject([{ isRead: false }]);
  });

  it('shows the texts of a message without HTML as text', async () => {
    const { ask, personId } = await withAda();
    const title = '<img src=x onerror=alert(1)>';
    const { body } = await ask('/_emulator/messages', {
      body: { personId, channel: 'embedded', title, placementId: 1 },
    });
    const page = await ask(`/_emulator/messages/${body.messageId}/page`);
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.text).not.toContain('<img');
  });

  it('does not undo a write that was received before it', async () => {
    const { ask, emulator, track } = setup({ latency: 30 });
    await track('seen');
    const [person] = emulator.inspect.people;
    await ask('/_emulator/messages', { body: { personId: person?.id, channel: 'inApp', html: 'x' } });
    await emulator.settle();
    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
  });

  it('says why it was not sent', async () => {
    const { ask, emulator } = setup();
    await ask('/api/events/track', {
      body: { userId: '7', eventName: 'seen' },
      headers: { 'Api-Key': emulator.keys.server },
    });
    const [person] = emulator.inspect.people;

    const answer = await ask('/_emulator/messages', {
      body: { personId: person?.id, channel: 'email', title: 'Hi', html: 'x' },
    });

    expect(answer).toMatchObject({ status: 400, body: { msg: 'The message was not sent: NoAddress' } });
  });
});

describe('the page of the console', () => {
  it.each(['/', '/_emulator/console/main.js', '/_emulator/console/style.css'])(
    '%s comes with a policy that lets nothing else run',
    async (path) => {
      const { status, headers } = await setup().ask(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(status).toBe(200);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    },
  );

  it.each(['..%2Fkeys.ts', '.env', 'nothing.js', 'files.ts'])('does not give away %s', async (name) => {
    expect((await setup().ask(`/_emulator/console/${name}`)).status).toBe(404);
  });
});
