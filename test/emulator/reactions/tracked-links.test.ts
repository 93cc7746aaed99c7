import { describe, expect, it } from 'vitest';
import { ada, createWorld } from '../support/sending.js';

/** An email that Ada was sent, as she gets it. */
async function setup(html = '<p>Hi</p>') {
  const world = createWorld();
  const campaignId = world.addCampaign({ content: { html } });
  await world.admin.email.target({ campaignId, recipientEmail: ada.email });
  const messageId = world.messages()[0]?.messageId ?? '';
  const read = await world.admin.email.viewInBrowser({ ...ada, messageId });
  const follow = (address: string, method = 'GET') =>
    world.emulator.fetch(address, { method, redirect: 'manual' });
  return { ...world, campaignId, messageId, read, follow };
}

/** The figures of a campaign by their names. */
async function figuresOf({ admin }: ReturnType<typeof createWorld>, campaignId: number) {
  const dates = { startDateTime: '2026-06-01', endDateTime: '2026-06-30' };
  const csv = await admin.campaigns.metrics({ campaignId: [campaignId], ...dates });
  const [names = [], row = []] = csv.split('\n').map((line) => line.split(','));
  return Object.fromEntries(names.map((name, index) => [name, row[index]]));
}

describe('the pixel of an email', () => {
  const pixelIn = (html: string) => /<img src="([^"]+)" alt="" width="1" height="1">/.exec(html)?.[1] ?? '';

  it('records that it was opened, each time, which the metrics count', async () => {
    const world = await setup('<body><p>Hi</p></body>');
    const { read, follow, campaignId, messageId, eventsOf } = world;

    const pixel = await follow(pixelIn(read));
    await follow(pixelIn(read));

    expect(read).toMatch(/^<body><p>Hi<\/p><img [^>]+><\/body>$/);
    expect(pixel.headers.get('Content-Type')).toBe('image/gif');
    const open = { messageId, campaignId, templateId: 1100 };
    expect(eventsOf('emailOpen')).toEqual([open, open]);
    expect(await figuresOf(world, campaignId)).toMatchObject({ Sends: '1', Opens: '2', 'Unique Opens': '1' });
  });
});
