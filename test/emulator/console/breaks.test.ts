import { describe, expect, it } from 'vitest';
import type { Changes } from '../../../src/emulator/console/changes.js';
import type { Marked } from '../../../src/emulator/console/breaks.js';
import type { PersonView, View } from '../../../src/emulator/console/views.js';
import type { Plan } from '../../../src/plan/schema.js';
import { setup as startControl } from '../support/control.js';

const ADA = 'ada@example.com';
const plan: Plan = {
  properties: {
    'product-viewed': {
      type: 'object',
      properties: { sku: { type: 'string' }, size: { enum: ['S', 'M'] } },
      required: ['sku'],
      additionalProperties: false,
    },
  },
};

/** A project with a plan, and what its console sees of it. */
function setup(given = plan) {
  const { ask, emulator } = startControl({ plan: given });
  const see = async <Answer>(path: string) => (await ask(`/_emulator/${path}`)).body as unknown as Answer;
  const track = (eventName: string, dataFields: object, more: object = {}) =>
    ask('/api/events/track', {
      body: { email: ADA, eventName, dataFields, ...more },
      headers: { 'Api-Key': emulator.keys.server },
    });
  return { see, track };
}

describe('the console of a project with a plan', () => {
  it('marks the custom events that break it, and what they break', async () => {
    const { see, track } = setup();
    await track('product-viewed', { sku: 'A1', size: 'S' }, { id: 'a', campaignId: 7 });
    await track('product-viewed', { size: 'XL', colour: 'red' });
    const answer = await track('product-veiwed', {});
    expect(answer.status).toBe(200);
    const marks = (events: Marked[]) => events.map(({ breaks }) => breaks);
    const broken = ['sku is missing', 'size must be one of ["S","M"]', 'colour is not in the plan'];

    const { events } = await see<Changes>('changes');
    expect(marks(events)).toEqual([undefined, broken, ['it is not in the plan']]);
    const found = await see<View<Marked>>('events?search=red&brief=1000');
    expect(marks(found.rows)).toEqual([broken]);
    const person = await see<PersonView>(`people/${ADA}`);
    expect(marks(person.events)).toContainEqual(broken);
  });

  it('takes what the plan names for data, also where the service says the like', async () => {
    const { see, track } = setup({
      properties: { rated: { properties: { campaignId: { type: 'string' } }, additionalProperties: false } },
    });
    await track('rated', { campaignId: 7 });

    expect((await see<Changes>('changes')).events[0]?.breaks).toEqual([
      'campaignId must be string, and is number',
    ]);
  });

  it('marks nothing else, and nothing without a plan', async () => {
    const { see, track } = setup({ properties: {} });
    await track('anything', {});
    const none = startControl();
    await none.emulator.fetch('http://emulator/api/commerce/trackPurchase', {
      method: 'POST',
      headers: { 'Api-Key': none.emulator.keys.server, 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: { email: ADA }, items: [], total: 1 }),
    });

    expect((await see<Changes>('changes')).events[0]?.breaks).toEqual(['it is not in the plan']);
    expect(JSON.stringify((await none.ask('/_emulator/changes')).body)).not.toContain('"breaks"');
  });
});
