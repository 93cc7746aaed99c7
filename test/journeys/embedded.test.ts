// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  startEmbedded,
  type Client,
  type EmbeddedMessage,
  type EmbeddedOptions,
  type UserRef,
} from '../../src/index.js';
import { until } from '../support/until.js';
import {
  ada,
  become,
  bob,
  calm,
  leaveOnKeeping,
  offline,
  onDevice,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** What a test says of a message that it sends. */
interface Sent {
  placementId?: number;
  title?: string;
  url?: string;
}

/** Visits to a page whose visitors may be sent embedded messages. */
function startShop() {
  const { service, line, ...rest } = startVisits();
  const queries: URLSearchParams[] = [];
  line.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url);
    if (pathname.endsWith('/embedded-messaging/messages')) queries.push(searchParams);
    return service.fetch(input, init);
  };

  async function post(path: string, body: object) {
    const headers = { 'Api-Key': service.keys.server, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await service.fetch(new Request(`http://127.0.0.1${path}`, request));
    expect(answer.status).toBe(200);
    return (await answer.json()) as { messageId: string };
  }
  /** Sends a message to a user, whom it makes if need be. Gives its id. */
  async function send(user: UserRef, { placementId = 1, title = 'News', url = '' }: Sent = {}) {
    await post('/api/users/update', user);
    await service.settle();
    const { id: personId } = service.inspect.person(user) ?? expect.fail('Nobody is there');
    const message = { personId, channel: 'embedded', title, body: 'More', placementId, url };
    return (await post('/_emulator/messages', message)).messageId;
  }
  function start(client: Client, options: EmbeddedOptions = {}) {
    const embedded = startEmbedded(client, { placements: [1], ...options });
    onTestFinished(() => embedded.close());
    return embedded;
  }
  return { ...rest, service, line, send, start, queries };
}

const titlesOf = (messages: EmbeddedMessage[]) => messages.map(({ elements }) => elements?.title);
const asked = (queries: URLSearchParams[], name: string) => queries.map((query) => query.getAll(name));

describe('embedded messages', () => {
  it('are asked for once for all placements, once somebody is known and has agreed', async () => {
    const { pass } = takeTime();
    const { visit, send, start, queries } = startShop();
    await send(ada);
    await send(ada, { placementId: 2, title: 'Two' });
    const client = visit({ consent: 'pending' });
    const embedded = start(client, { placements: [1, '2', 3] });
    await client.identify(ada);
    await pass(60_000);
    expect(queries).toEqual([]);

    void client.consent('granted');
    await pass(1_000);

    expect(titlesOf(embedded.messages(2))).toEqual(['Two']);
    expect(titlesOf(embedded.messages('1'))).toEqual(['News']);
    expect(asked(queries, 'placementId')).toEqual([['1', '2', '3']]);
    expect(queries.map((query) => query.get('email'))).toEqual(['ada@example.com']);
  });

  it('are asked for as a deployment spells it', async () => {
    const { visit, start, queries } = startShop();
    const client = visit();
    await client.identify(ada);

    start(client, { placements: [1, 2], placementQuery: 'placementIds' });

    await until(() => expect(asked(queries, 'placementIds')).toEqual([['1', '2']]));
    expect(asked(queries, 'placementId')).toEqual([[]]);
  });

  it('come at once, where the page says that there is news', async () => {
    const { visit, send, start } = startShop();
    await send(ada);
    const client = visit();
    await client.identify(ada);
    const bell = new EventTarget();
    const embedded = start(client, { news: bell });
    await until(() => expect(titlesOf(embedded.messages(1))).toEqual(['News']));
    await send(ada, { title: 'Two' });

    bell.dispatchEvent(new Event('message'));

    await until(() => expect(titlesOf(embedded.messages(1)).sort()).toEqual(['News', 'Two']));
  });

  it('are closed all the same where what says that there is news throws', async () => {
    const { visit, send, start } = startShop();
    await send(ada);
    const client = visit();
    await client.identify(ada);
    const said: unknown[] = [];
    client.on('error', (error) => said.push(error));
    const fail = (why: string) => {
      throw new Error(why);
    };
    const odd = start(client, { news: (() => 5) as unknown as () => void });
    await until(() => expect(titlesOf(odd.messages(1))).toEqual(['News']));
    odd.close();
    const bad = start(client, { news: () => () => fail('It does not stop') });
    await until(() => expect(titlesOf(bad.messages(1))).toEqual(['News']));
    bad.close();
    start(client, { news: () => fail('It does not begin') });

    await until(() =>
      expect(said).toMatchObject([{ message: 'It does not stop' }, { message: 'It does not begin' }]),
    );
  });

  it('are asked for once a second at most, however much news there is, and not while nobody looks', async () => {
    const { pass } = takeTime();
    const { visit, start, queries } = startShop();
    const client = visit();
    await client.identify(ada);
    let tell = () => {};
    start(client, { news: (onNews) => void (tell = onNews) });
    await pass(5_000);
    expect(queries).toHaveLength(1);

    for (let times = 0; times < 30; times++) {
      tell();
      await pass(100);
    }
    expect(queries.length).toBeLessThanOrEqual(5);
    await pass(5_000);
    const { length } = queries;
    become('hidden');
    tell();
    await pass(60_000);
    expect(queries).toHaveLength(length);

    become('visible');
    await pass(1_000);

    expect(queries).toHaveLength(length + 1);
  });

  it('are asked for again when the page is shown after five minutes, not before, and never by themselves', async () => {
    const time = takeTime();
    const { visit, start, queries } = startShop();
    const client = visit();
    await client.identify(ada);
    start(client);
    await time.pass(1_000);
    expect(queries).toHaveLength(1);
    const comeBack = async () => {
      become('hidden');
      become('visible');
      await time.pass(1_000);
    };

    await time.pass(200_000);
    await comeBack();
    expect(queries).toHaveLength(1);
    await time.pass(3_600_000);
    expect(queries).toHaveLength(1);
    await comeBack();

    expect(queries).toHaveLength(2);
  });

  it('of a placement that came to the page later are asked for again, where that failed', async () => {
    const { pass } = takeTime();
    const { visit, send, start, line } = startShop();
    await send(ada, { placementId: 2, title: 'Two' });
    const client = visit();
    await client.identify(ada);
    const embedded = start(client);
    await pass(1_000);
    const { fetch } = line;
    line.fetch = offline;

    expect(embedded.messages(2)).toEqual([]);
    await pass(1_000);
    line.fetch = fetch;
    await pass(60_000);

    expect(titlesOf(embedded.messages(2))).toEqual(['Two']);
  });

  it('that are held are not sent again; one that has ended is gone', async () => {
    const { visit, send, start, queries } = startShop();
    const id = await send(ada);
    const client = visit();
    await client.identify(ada);
    const embedded = start(client);
    await until(() => expect(embedded.messages(1)).toHaveLength(1));

    await embedded.refresh();
    expect(asked(queries, 'currentMessageIds')).toEqual([[], [id]]);
    expect(titlesOf(embedded.messages(1))).toEqual(['News']);

    await send(ada, { title: 'Newer' });
    await embedded.refresh();
    expect(titlesOf(embedded.messages(1))).toEqual(['Newer', 'News']);
  });

  it('empty their placement when the answer is empty', async () => {
    const { visit, send, start, line, service } = startShop();
    await send(ada);
    const client = visit();
    await client.identify(ada);
    const embedded = start(client);
    await until(() => expect(embedded.messages(1)).toHaveLength(1));

    line.fetch = async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      return pathname.endsWith('/messages') ? Response.json({ placements: [] }) : service.fetch(input, init);
    };
    await embedded.refresh();

    expect(embedded.messages(1)).toEqual([]);
  });

  it('are there on the next page before the service has answered, and stay when it does not', async () => {
    const { visit, send, start, line } = startShop();
    await send(ada);
    const first = visit();
    await first.identify(ada);
    const before = start(first);
    await until(() => expect(before.messages(1)).toHaveLength(1));

    line.fetch = offline;
    const next = start(visit());

    await until(() => expect(titlesOf(next.messages(1))).toEqual(['News']));
    await expect(next.refresh()).rejects.toThrow();
    expect(titlesOf(next.messages(1))).toEqual(['News']);
  });

  it("are another user's no more, on the device neither", async () => {
    const { visit, send, start } = startShop();
    await send(ada, { title: 'A secret' });
    await send(bob, { title: 'For Bob' });
    const client = visit();
    await client.identify(ada);
    const embedded = start(client);
    await until(() => expect(titlesOf(embedded.messages(1))).toEqual(['A secret']));

    const known = client.identify(bob);
    expect(embedded.messages(1)).toEqual([]);
    await known;
    await until(() => expect(titlesOf(embedded.messages(1))).toEqual(['For Bob']));
    void client.reset();

    expect(embedded.messages(1)).toEqual([]);
    await until(async () => expect(JSON.stringify(await onDevice())).not.toMatch(/secret|For Bob/));
  });

  it('are told to whoever watches, the current ones at once, until that is stopped', async () => {
    const { visit, send, start } = startShop();
    await send(ada);
    const client = visit();
    const embedded = start(client, { placements: [] });
    const seen: unknown[] = [];
    const stop = embedded.watch(1, (messages) => seen.push(titlesOf(messages)));
    expect(seen).toEqual([[]]);

    await client.identify(ada);
    await until(() => expect(seen.at(-1)).toEqual(['News']));
    stop();
    const count = seen.length;
    void client.reset();

    expect(seen).toHaveLength(count);
  });

  it('of a placement that nobody watches any more are not asked for again, and are there at once when it is', async () => {
    const { visit, send, start, queries } = startShop();
    await send(ada);
    const client = visit();
    await client.identify(ada);
    const embedded = start(client, { placements: [2] });
    const seen: unknown[] = [];
    const watch = () => embedded.watch(1, (messages) => seen.push(titlesOf(messages)));
    const stops = [watch(), watch()];
    await until(() => expect(seen.at(-1)).toEqual(['News']));

    stops[0]?.();
    stops[0]?.();
    await embedded.refresh();
    stops[1]?.();
    await embedded.refresh();
    seen.length = 0;
    watch();
    expect(seen).toEqual([['News']]);
    await until(() => expect(queries).toHaveLength(4));

    expect(asked(queries, 'placementId')).toEqual([['2', '1'], ['2', '1'], ['2'], ['1']]);
  });

  it('of a placement that the page has asked for itself are asked for from then on', async () => {
    const { visit, start, queries } = startShop();
    const client = visit();
    await client.identify(ada);
    const embedded = start(client, { placements: [] });

    embedded.messages(7);
    await until(() => expect(queries).toHaveLength(1));
    await embedded.refresh();

    expect(asked(queries, 'placementId')).toEqual([['7'], ['7']]);
  });

  it('of a placement that is no number are refused at the door', () => {
    const { visit, start } = startShop();
    const embedded = start(visit());

    for (const id of ['', 'home', '-1', 1.5, NaN, null, {}] as number[])
      expect(() => embedded.messages(id), String(id)).toThrow('`placementId` must be a whole number');
  });

  it('are started once for a client, and end with it', async () => {
    const { visit, queries } = startShop();
    const client = visit();
    await client.identify(ada);
    const embedded = startEmbedded(client, { placements: [1] });

    startEmbedded(client);
    await until(() => expect(queries).toHaveLength(1));
    client.close();
    const next = startEmbedded(visit());

    expect(next).not.toBe(embedded);
    next.close();
  });

  it('are received once on a device, however often they are fetched', async () => {
    const { visit, send, start, service } = startShop();
    const id = await send(ada);
    const first = visit();
    await first.identify(ada);
    const embedded = start(first);
    await until(() => expect(embedded.messages(1)).toHaveLength(1));
    await embedded.refresh();
    void first.reset();
    await first.identify(ada);
    await until(() => expect(embedded.messages(1)).toHaveLength(1));
    const again = start(visit());
    await until(() => expect(again.messages(1)).toHaveLength(1));
    await again.refresh();
    await visit().flush();

    const received = service.inspect.events('embeddedReceived').map(({ fields }) => fields['messageId']);
    expect(received).toEqual([id]);
  });

  it('are received once also when the page ends just as the device is asked to remember them', async () => {
    const { pass, crash } = takeTime();
    const { visit, openTab, send, start, service } = startShop();
    const id = await send(ada);
    const first = visit();
    await first.identify(ada);
    await pass(1_000);
    leaveOnKeeping('embedded received', { ends: true });
    start(first);
    await pass(200);
    crash();

    const next = await openTab();
    await pass(10_000);
    await next.flush();

    const received = service.inspect.events('embeddedReceived').map(({ fields }) => fields['messageId']);
    expect(received).toEqual([id]);
  });

  it('are received on another device, as far as the service can tell, after a refusal', async () => {
    const { visit, send, start, service } = startShop();
    const client = visit();
    const embedded = start(client);
    for (const title of ['Before', 'After']) {
      await send(ada, { title });
      void client.consent('granted');
      await client.identify(ada);
      await embedded.refresh();
      await until(() => expect(titlesOf(embedded.messages(1))).toContain(title));
      await client.flush();
      void client.consent('denied');
    }

    const received = service.inspect.events('embeddedReceived');
    const devices = received.map(({ fields }) => (fields['deviceInfo'] as { deviceId: string }).deviceId);
    expect(new Set(devices).size).toBe(2);
  });

  it('are told of each click once, with its button and where it leads', async () => {
    const { visit, send, start, service } = startShop();
    const id = await send(ada, { url: 'https://shop.example/sale' });
    const client = visit();
    await client.identify(ada);
    const openUrl = vi.fn();
    const embedded = start(client, { openUrl });
    await until(() => expect(embedded.messages(1)).toHaveLength(1));

    for (const message of embedded.messages(1)) await embedded.click(message);
    await client.flush();

    const clicks = service.inspect.events('embeddedClick').map(({ fields }) => fields);
    expect(clicks).toMatchObject([{ messageId: id, targetUrl: 'https://shop.example/sale' }]);
    expect(openUrl.mock.calls).toMatchObject([
      ['https://shop.example/sale', { metadata: { messageId: id } }],
    ]);
  });
});

describe('an embedded message whose address was not filled in', () => {
  it('leads nowhere, and no click on it is told', async () => {
    const { visit, send, start, service } = startShop();
    await send(ada, { url: 'https://shop.example/sale' });
    const client = visit();
    await client.identify(ada);
    const openUrl = vi.fn();
    const embedded = start(client, { openUrl });
    await until(() => expect(embedded.messages(1)).toHaveLength(1));

    for (const message of embedded.messages(1)) {
      await embedded.click({ ...message, elements: { defaultAction: { type: 'openUrl', data: '' } } });
    }
    await client.flush();

    expect(openUrl).not.toHaveBeenCalled();
    expect(service.inspect.events('embeddedClick')).toEqual([]);
  });
});

describe('embedded messages that cannot be started as asked', () => {
  it('leave nothing running that nobody could end', async () => {
    const { visit, queries } = startShop();
    const element = document.createElement('tidings-placement');
    element.setAttribute('placement-id', '1');
    document.body.append(element);
    onTestFinished(() => element.remove());
    const client = visit();
    await client.identify(ada);

    expect(() => startEmbedded(client, { placements: [1, 'one'] })).toThrow('`placementId`');

    await calm();
    expect(queries).toEqual([]);
  });

  it('are no heavier the more often a page looks for them', () => {
    const { visit, start } = startShop();
    const embedded = start(visit());
    const listen = vi.spyOn(EventTarget.prototype, 'addEventListener');
    const stop = vi.spyOn(EventTarget.prototype, 'removeEventListener');
    onTestFinished(() => [listen, stop].forEach((spy) => spy.mockRestore()));

    for (let times = 0; times < 100; times++) embedded.messages(1);

    expect(listen.mock.calls.length - stop.mock.calls.length).toBe(0);
  });
});
