// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import {
  ada,
  bob,
  calm,
  hear,
  listen,
  mug,
  offline,
  onDevice,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** What is on the device of what a visitor did or is. */
async function traces() {
  const kept = JSON.stringify(await onDevice());
  return ['ada@example.com', 'looked', 'bob'].filter((trace) => kept.includes(trace));
}

const DAY = 86_400_000;

describe('what a visitor agreed to', () => {
  it.each(['granted', 'denied'] as const)(
    'is not asked again where the site clears its `localStorage`: %s',
    async (state) => {
      const { visit } = startVisits();
      await visit({ consent: 'pending' }).consent(state);
      localStorage.clear();

      const client = visit({ consent: 'pending' });
      await until(() => expect(client.consent()).toBe(state));

      expect(client.consent()).toBe(state);
    },
  );

  it('is heard of as the device tells it, and what was recorded meanwhile is safe', async () => {
    const { visit, arrived } = startVisits();
    const first = visit({ consent: 'pending' });
    await first.consent('granted');
    await first.identify(ada);
    localStorage.clear();

    const client = visit({ consent: 'pending' });
    const told = listen(client);
    void client.track('looked');
    await until(() => expect(client.consent()).toBe('granted'));
    await client.flush();

    expect(told.consent).toEqual(['granted']);
    expect(arrived()).toEqual(['looked']);
  });

  it('is asked of the device without making anything there', async () => {
    const { visit } = startVisits();

    await visit({ consent: 'pending' }).track('looked');
    await calm();

    expect(await indexedDB.databases()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('holds under another key of the project, also where the site clears its `localStorage`', async () => {
    const { visit, service, sent } = startVisits();
    await visit().consent('denied');

    const next = visit({ apiKey: service.keys.javascript });
    await next.identify(ada);
    await next.track('looked');
    expect(next.consent()).toBe('denied');
    localStorage.clear();
    const last = visit({ apiKey: 'another-key' });
    await until(() => expect(last.consent()).toBe('denied'));
    await last.identify(ada);
    await last.track('looked');
    await last.flush();

    expect(sent()).toEqual([]);
    expect(await traces()).toEqual([]);
  });

  it('was kept beside who they are once, and still holds', async () => {
    const { visit, service } = startVisits();
    const name = `tidings http://service ${service.keys.web}`;
    localStorage.setItem(name, JSON.stringify({ consent: 'denied' }));

    expect(visit().consent()).toBe('denied');
  });

  it('empties what all projects of the site have on the device', async () => {
    const { visit, openTab, service } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('looked');
    const second = await openTab({ apiKey: service.keys.javascript, fetch: offline });
    await second.identify(bob);
    await second.updateCart([{ ...mug, name: 'looked' }]);
    expect(await traces()).toHaveLength(3);

    await second.consent('denied');

    expect(await traces()).toEqual([]);
    hear();
    expect(first.consent()).toBe('denied');
    await first.track('looked');
    await calm();
    expect(await traces()).toEqual([]);
  });

  it('is known at once to another client of the page', async () => {
    const { visit, openTab, service } = startVisits();
    const [first, second] = [visit(), await openTab({ apiKey: service.keys.javascript })];

    void first.consent('denied');
    expect(second.consent()).toBe('denied');
    void second.consent('granted');

    expect(first.consent()).toBe('granted');
  });

  it('is what was said last, to whichever project', async () => {
    const { visit, service } = startVisits();
    await visit().consent('denied');
    await visit({ apiKey: service.keys.javascript }).consent('granted');
    localStorage.clear();

    const client = visit();
    await client.stats();

    expect(client.consent()).toBe('granted');
  });
});

describe('what is on the device of a project', () => {
  it('is deleted once nobody has used it for as long as anything may wait', async () => {
    const { jump } = takeTime();
    const { visit, service } = startVisits();
    const former = visit({ apiKey: service.keys.javascript, fetch: offline });
    await former.identify(ada);
    await former.track('looked');
    await calm();

    jump(29 * DAY);
    await visit().track('a');
    await calm();
    expect(await traces()).toEqual(['ada@example.com', 'looked']);
    jump(2 * DAY);
    await visit().track('a');
    await calm();
    expect(await traces()).toEqual(['ada@example.com', 'looked']);
    jump(2 * DAY);
    await visit().track('a');
    await calm();

    expect(await traces()).toEqual([]);
    expect(await indexedDB.databases()).toHaveLength(1);
  });

  it('stays where a clock is a month ahead for a moment', async () => {
    const { jump } = takeTime();
    const { visit, service } = startVisits();
    const other = visit({ apiKey: service.keys.javascript, fetch: offline });
    await other.identify(ada);
    await visit().track('a');
    await calm();

    for (const days of [31, -31, 2]) {
      jump(days * DAY);
      await visit().track('a');
      await calm();
    }

    expect(await traces()).toEqual(['ada@example.com']);
  });

  it('stays while pages use it, one that is open for long too', async () => {
    const { jump } = takeTime();
    const { visit, openTab, service } = startVisits();
    const other = await openTab({ apiKey: service.keys.javascript, fetch: offline });
    await other.identify(ada);
    jump(29 * DAY);
    await other.track('looked');
    await calm();

    jump(2 * DAY);
    await visit().track('a');
    await calm();

    expect(await traces()).toEqual(['ada@example.com', 'looked']);
  });

  it('of a version that did not say when it was used is deleted later', async () => {
    const { jump } = takeTime();
    const { visit } = startVisits();
    const request = indexedDB.open('tidings http://service old-key');
    request.onupgradeneeded = () => request.result.createObjectStore('entries').put(ada, 'visitor');
    await new Promise((resolve) => (request.onsuccess = resolve));
    request.result.close();

    await visit().track('a');
    await calm();
    expect(await traces()).toEqual(['ada@example.com']);
    for (let times = 0; times < 2; times++) {
      jump(31 * DAY);
      await visit().track('a');
      await calm();
    }

    expect(await traces()).toEqual([]);
  });
});

describe('a project under another key', () => {
  it('goes on with what waits where the page says what it was', async () => {
    const { visit, service, arrived } = startVisits();
    const first = visit({ apiKey: 'the-first-key', fetch: offline });
    await first.identify(ada);
    await first.track('looked');

    const client = visit({ project: 'the-first-key' });
    await client.flush();

    expect(client.user).toEqual(ada);
    expect(arrived()).toEqual(['looked']);
    expect(service.inspect.requests.map(({ apiKey }) => apiKey)).toEqual([service.keys.web]);
  });

  it('is another one otherwise, which takes nothing of it', async () => {
    const { visit, sent } = startVisits();
    const first = visit({ apiKey: 'the-first-key', fetch: offline });
    await first.identify(ada);
    await first.track('looked');

    const client = visit();
    await client.flush();

    expect(client.user).toBeUndefined();
    expect(sent()).toEqual([]);
    expect(await visit({ apiKey: 'the-first-key', fetch: offline }).stats()).toMatchObject({ waiting: 1 });
  });
});

describe('what waits for consent', () => {
  it('is recorded to the last, however much it is', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({ consent: 'pending', fetch: offline });
    const names = Array.from({ length: 2_000 }, (_, index) => `event ${index}`);
    await client.identify(ada);
    await Promise.all(names.map((name) => client.track(name)));

    await client.consent('granted');

    expect(await visit({ fetch: offline }).stats()).toMatchObject({ waiting: 2_000 });
    expect(arrived()).toEqual([]);
  });
});
