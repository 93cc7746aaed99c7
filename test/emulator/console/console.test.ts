import { describe, expect, it } from 'vitest';
import type { Changes } from '../../../src/emulator/console/changes.js';
import type { PersonView, View } from '../../../src/emulator/console/views.js';
import type { EventRecord } from '../../../src/emulator/events/event-record.js';
import { setup as startControl } from '../support/control.js';

const ADA = 'ada@example.com';

/** An emulator, calls to it, and what its console sees. */
function setup() {
  const { ask, emulator } = startControl();
  const see = async <Answer>(path: string) => (await ask(`/_emulator/${path}`)).body as unknown as Answer;
  const call = (path: string, body: object) =>
    ask(`/api/${path}`, { body, headers: { 'Api-Key': emulator.keys.server } });
  const track = (eventName: string, fields: object = {}) =>
    call('events/track', { email: ADA, eventName, dataFields: fields });
  return { ask, emulator, see, call, track };
}

describe('the console', () => {
  it('finds events and requests by all words of a search', async () => {
    const { see, track } = setup();
    await track('product-viewed', { sku: 'A1' });
    await track('product-viewed', { sku: 'B2' });
    await track('searched', { query: 'A1' });

    const events = await see<View<EventRecord>>('events?search=VIEWED%20a1');
    const requests = await see<View<object>>('requests?search=b2');

    expect(events).toMatchObject({
      total: 1,
      rows: [{ fields: { eventName: 'product-viewed', sku: 'A1' } }],
    });
    expect(requests.total).toBe(1);
  });

  it('shortens what is too long to look at, and says so', async () => {
    const { see, track } = setup();
    await track('seen', { long: 'x'.repeat(25_000), last: 'y' });
    const whole = await see<View<EventRecord>>('events');
    const brief = await see<View<EventRecord>>('events?brief=100');
    const changes = await see<Changes>('changes');

    expect(whole.rows[0]?.fields).toMatchObject({ long: 'x'.repeat(25_000), last: 'y' });
    expect(brief.rows[0]).toMatchObject({ type: 'customEvent', email: ADA });
    expect(JSON.stringify(brief.rows[0]?.fields)).toMatch(
      /x{20,100}… \(\d+ more characters\)","…":"\d more"/,
    );
    expect(changes.requests[0]).toMatchObject({ status: 200, route: 'POST /api/events/track' });
    expect(JSON.stringify(changes).length).toBeLessThan(50_000);
  });

  it('shortens many small things too', async () => {
    const { see, track } = setup();
    await track('seen', { many: Array.from({ length: 1_000 }, (_, index) => index) });
    const { rows } = await see<View<EventRecord>>('events?brief=400');
    const many = rows[0]?.fields['many'] as unknown[];

    expect(many[0]).toBe(0);
    expect(many.at(-1)).toBe(`… (${1_001 - many.length} more)`);
  });

  it('shows of each person in a list only what tells them from others', async () => {
    const { see, call } = setup();
    await call('users/update', { email: ADA, dataFields: { bio: 'x'.repeat(9_000), firstName: 'Ada' } });

    const { rows } = await see<View<PersonView['person']>>('people?brief=500&search=xxx');

    expect(rows[0]?.dataFields).toEqual({ firstName: 'Ada' });
  });

  it('tells how many messages and events someone has, beyond those it shows', async () => {
    const { emulator, see, call } = setup();
    const events = Array.from({ length: 130 }, (_, index) => ({ email: ADA, eventName: `event-${index}` }));
    await call('events/trackBulk', { events });

    const view = await see<PersonView>(`people/${emulator.inspect.people[0]?.id}`);

    expect([view.events.length, view.totals]).toEqual([100, { events: 130, messages: 0 }]);
  });

  it('names what someone has unsubscribed from', async () => {
    const { ask, emulator, see, call } = setup();
    await ask('/_emulator/reset', { body: { contents: 'shop' } });
    const [channel] = emulator.inspect.rows('channels') as { id: number; name: string }[];
    await call('users/updateSubscriptions', { email: ADA, unsubscribedChannelIds: [channel?.id] });

    const ada = emulator.inspect.person({ email: ADA });
    const { subscriptions } = await see<PersonView>(`people/${ada?.id}`);

    expect(subscriptions.channelsOff).toEqual([channel?.name]);
  });

  it('tells to look anew when rows were taken away, also when as many came', async () => {
    const { ask, see, track } = setup();
    await track('a');
    const { run } = await see<Changes>('changes');
    await track('b');
    expect((await see<Changes>('changes')).run).toBe(run);

    await ask('/_emulator/reset', { body: { contents: 'shop' } });

    expect((await see<Changes>('changes')).run).not.toBe(run);
  });

  it('keeps a link of a message from leading out of its frame', async () => {
    const { ask, emulator, track } = setup();
    await track('seen');
    const { body } = await ask('/_emulator/messages', {
      body: {
        personId: emulator.inspect.people[0]?.id,
        channel: 'email',
        title: 'Hi',
        html: '<a href="/">x</a>',
      },
    });

    const page = await ask(`/_emulator/messages/${body.messageId}/page`);

    expect(page.text).toMatch(/^<a href="\/">x<\/a>.*<base target="_blank">$/);
  });
});
