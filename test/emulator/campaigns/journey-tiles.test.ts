import { describe, expect, it } from 'vitest';
import { createEmulator, type ScenarioJourney } from '../../../src/emulator/app.js';

const HOUR = 3_600_000;

/** A journey of a cart that was left: it waits an hour, and reminds those who have gold with another message. */
const tiles = [
  { id: 1, kind: 'delay', milliseconds: HOUR, next: 2 },
  { id: 2, kind: 'branch', fields: { tier: 'Gold' }, next: 3, otherwise: 4 },
  { id: 3, kind: 'send', campaignId: 21, next: 5 },
  { id: 4, kind: 'send', campaignId: 22, next: 5 },
  { id: 5, kind: 'exit' },
] satisfies ScenarioJourney['tiles'];

function setup(changes: Partial<ScenarioJourney> = {}) {
  const emulator = createEmulator({ now: () => Date.UTC(2026, 0, 1) });
  emulator.seed({
    people: [
      { email: 'ada@example.com', dataFields: { tier: 'Gold' } },
      { email: 'ben@example.com', dataFields: { tier: 'Silver' } },
    ],
    templates: [{ id: 11, channel: 'email', subject: 'Your cart' }],
    campaigns: [
      { id: 21, name: 'For gold', templateId: 11 },
      { id: 22, name: 'For all', templateId: 11 },
    ],
    journeys: [
      {
        id: 31,
        name: 'Cart',
        triggerEventNames: ['cart-left'],
        exitEventNames: ['bought'],
        tiles,
        ...changes,
      },
    ],
  });
  const call = async (path: string, body: object) => {
    const headers = { 'Api-Key': emulator.keys.server };
    const answer = await emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const track = (eventName: string, email = 'ada@example.com') =>
    call('/api/events/track', { email, eventName });
  const sent = () =>
    emulator.inspect.events('emailSend').map(({ email, fields }) => [email, fields['campaignId']]);
  const exits = () => emulator.inspect.events('journeyExit').length;
  return { emulator, call, track, sent, exits };
}

describe('a journey with tiles', () => {
  it.each(['delay', 'branch', 'send'] as const)('ends where a %s leads back to itself', async (kind) => {
    const loop = { delay: { milliseconds: 0 }, branch: { fields: {} }, send: { campaignId: 21 } }[kind];
    const { emulator, track, exits } = setup({
      tiles: [{ id: 1, kind, next: 1, ...loop } as NonNullable<ScenarioJourney['tiles']>[number]],
    });
    await track('cart-left');
    await emulator.settle();
    expect(exits()).toBe(1);
  });

  it('waits for whole milliseconds', () => {
    const tiles = [{ id: 1, kind: 'delay' as const, milliseconds: 1e-9, next: 1 }];
    expect(() => setup({ tiles })).toThrow(/journeys\[0\]\.tiles\[0\]\.milliseconds/);
  });

  it('waits, and goes by what the profile holds', async () => {
    const { emulator, track, sent, exits } = setup();
    await track('cart-left');
    await track('cart-left', 'ben@example.com');
    expect([sent(), exits()]).toEqual([[], 0]);

    emulator.clock.advance(HOUR);

    expect(sent()).toEqual([
      ['ada@example.com', 21],
      ['ben@example.com', 22],
    ]);
    expect(exits()).toBe(2);
  });

  it('is left by what people do before its end', async () => {
    const { emulator, track, sent, exits } = setup();
    await track('cart-left');
    await track('bought');
    expect(exits()).toBe(1);

    emulator.clock.advance(2 * HOUR);

    expect(sent()).toEqual([]);
    expect(emulator.inspect.rows('journeyVisits')).toEqual([]);
  });

  it('takes nobody in more often at the same time than its simultaneous limit (Journey)', async () => {
    const { emulator, track, sent } = setup({ simultaneousLimit: 1 });
    await track('cart-left');
    await track('cart-left');
    emulator.clock.advance(HOUR);
    expect(sent()).toHaveLength(1);

    await track('cart-left');
    emulator.clock.advance(HOUR);

    expect(sent()).toHaveLength(2);
  });

  it('takes nobody in more often ever than its lifetime limit (Journey)', async () => {
    const { emulator, track, sent } = setup({ lifetimeLimit: 1 });
    for (let count = 0; count < 3; count += 1) {
      await track('cart-left');
      emulator.clock.advance(HOUR);
    }
    expect(sent()).toHaveLength(1);
  });

  it('goes on after it was saved, and forgets who is deleted', async () => {
    const { emulator, call, track } = setup();
    await track('cart-left');
    await track('cart-left', 'ben@example.com');
    await call('/api/users/forget', { email: 'ben@example.com' });
    const other = createEmulator({ now: () => Date.UTC(2026, 0, 1) });

    other.load(emulator.save());
    other.clock.advance(HOUR);

    expect(other.inspect.events('emailSend')).toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('goes on for the one who stays when two become one', async () => {
    const { emulator, call, track, sent } = setup({ simultaneousLimit: 1 });
    await track('cart-left', 'ben@example.com');
    await call('/api/users/merge', { sourceEmail: 'ben@example.com', destinationEmail: 'ada@example.com' });
    await track('cart-left');

    emulator.clock.advance(HOUR);

    expect(sent()).toEqual([['ada@example.com', 21]]);
  });

  it('ends where its tiles lead round in a circle', async () => {
    const circle = [{ id: 1, kind: 'branch', fields: {}, next: 1 }] satisfies ScenarioJourney['tiles'];
    const { track, exits } = setup({ tiles: circle });
    await track('cart-left');
    expect(exits()).toBe(1);
  });
});
