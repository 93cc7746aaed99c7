import { describe, expect, it } from 'vitest';
import type { MessageTypeRow } from '../../../src/emulator/state/subscribable.js';
import { ada, bob, withList } from '../support/campaigns.js';
import { SECOND } from '../support/content.js';

const cy = 'cy@example.com';
const MINUTE = 60 * SECOND;

/** A service whose message type lets out two messages a minute, and a list of three. */
async function withPace() {
  const tools = await withList();
  const [messageType] = tools.inspect.rows('messageTypes') as [MessageTypeRow];
  tools.put('messageTypes', messageType.id, { ...messageType, rateLimitPerMinute: 2 });
  const listIds = [await tools.list(ada, bob, cy)];
  return { ...tools, listIds };
}

describe('rateLimitPerMinute (MessageTypeDetails)', () => {
  it('spreads a blast, which runs until all of it is sent', async () => {
    const { blast, listIds, clock, got, stateOf } = await withPace();
    const campaignId = await blast({ listIds });

    clock.advance(SECOND);
    expect(got()).toEqual([ada, bob]);
    clock.advance(MINUTE - 1);
    expect(got()).toHaveLength(2);
    expect(await stateOf(campaignId)).toBe('Running');

    clock.advance(1);
    expect(got()).toEqual([ada, bob, cy]);
    clock.advance(SECOND);
    expect(await stateOf(campaignId)).toBe('Finished');
  });

  it('holds for all campaigns of the type together', async () => {
    const { admin, triggered, listIds, clock, got } = await withPace();
    const ids = [await triggered(), await triggered()];
    for (const campaignId of ids) {
      await admin.campaigns.activateTriggered({ campaignId });
      await admin.campaigns.trigger({ campaignId, listIds, dataFields: { name: 'you' } });
    }

    const counts = [0, 1, 2].map((minute) => {
      clock.advance(minute && MINUTE);
      return got().length;
    });

    expect(counts).toEqual([2, 4, 6]);
  });

  it('sends nothing more of a campaign that was aborted', async () => {
    const { admin, blast, listIds, clock, got } = await withPace();
    const campaignId = await blast({ listIds });
    clock.advance(SECOND);

    await admin.campaigns.abort({ campaignId });
    clock.advance(2 * MINUTE);

    expect(got()).toEqual([ada, bob]);
  });
});
