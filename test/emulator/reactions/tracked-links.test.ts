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

describe('the links of an email', () => {
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
  const HTML =
    '<link href="https://shop.example.com/style.css"><a class="x" href="https://shop.example.com/?a=1&amp;b&#x3D;2#c">A</a>' +
    '<a href="mailto:hi@example.com">B</a><A HREF="http://other.example/ü">C</A><a href="https://">D</a>';

  it('lead through the service to where they led, and are recorded', async () => {
    const world = await setup(HTML);
    const { read, follow, campaignId, messageId, eventsOf } = world;
    const links = hrefs(read.replace('HREF', 'href'));

    const first = await follow(links[1] ?? '');
    const second = await follow(links[3] ?? '');

    expect(links.map((link) => link.replace(messageId, ''))).toEqual([
      'https://shop.example.com/style.css',
      'http://emulator/_messages//links/0',
      'mailto:hi@example.com',
      'http://emulator/_messages//links/1',
      'http://emulator/_messages//links/2',
    ]);
    expect([first.status, first.headers.get('Location')]).toEqual([
      302,
      'https://shop.example.com/?a=1&b=2#c',
    ]);
    expect(second.headers.get('Location')).toBe('http://other.example/%C3%BC');
    const about = { messageId, campaignId, templateId: 1100 };
    expect(eventsOf('emailClick')).toEqual([
      { ...about, url: 'https://shop.example.com/?a=1&b=2#c' },
      { ...about, url: 'http://other.example/ü' },
    ]);
    expect(await figuresOf(world, campaignId)).toMatchObject({ Clicks: '2', 'Unique Clicks': '1' });
  });

  it('are those of its text when it has no HTML, with its link parameters', async () => {
    const world = await setup('');
    const plainText = 'See https://shop.example.com/new and http://a.example';
    const linkParams = [{ key: 'from', value: 'mail' }];
    const campaignId = world.addCampaign({ id: 200, content: { html: '', plainText, linkParams } });
    await world.admin.email.target({ campaignId, recipientEmail: ada.email });
    const { messageId = '' } = world.messages().at(-1) ?? {};

    const read = await world.admin.email.viewInBrowser({ ...ada, messageId });
    const [link = ''] = /http:\/\/emulator\S+/.exec(read) ?? [];

    expect((await world.follow(link)).headers.get('Location')).toBe('https://shop.example.com/new?from=mail');
  });

  it.each([
    ['beyond its last', 404, (id: string) => `${id}/links/3`],
    ['before its first', 404, (id: string) => `${id}/links/-1`],
    ['that cannot be followed', 404, (id: string) => `${id}/links/2`],
    ['that is no number', 400, (id: string) => `${id}/links/https:%2F%2Fevil.example`],
    ['to somewhere else', 404, (id: string) => `${id}/links/0/https:%2F%2Fevil.example`],
    ['of no message', 404, () => 'nothing/links/0'],
  ])('do not lead anywhere from one %s', async (_, status, pathOf) => {
    const { follow, messageId, eventsOf } = await setup(HTML);
    const answer = await follow(`http://emulator/_messages/${pathOf(messageId)}?url=https://evil.example`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([status, null]);
    expect(eventsOf('emailClick')).toEqual([]);
  });

  it.each(['pixel.gif', 'links/0', 'unsubscribe'])(
    'take a HEAD for a look, and nothing else: %s',
    async (end) => {
      const { follow, messageId, emulator, changePerson } = await setup(HTML);
      changePerson(ada, {});
      const before = emulator.inspect.events().length;
      const statuses = [];
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        statuses.push((await follow(`http://emulator/_messages/${messageId}/${end}`, method)).status);
      }
      expect(statuses).toEqual([end === 'links/0' ? 302 : 200, 404, 404, 404, 404]);
      expect(emulator.inspect.events()).toHaveLength(before);
    },
  );
});

describe('the unsubscribe link of an email', () => {
  it('is recorded and unsubscribes, from the channel and once', async () => {
    const world = await setup('<a href="{{unsubscribeUrl}}">Enough</a>');
    const { read, follow, campaignId, messageId, emulator, eventsOf, send } = world;
    const [, link = ''] = /href="([^"]+)"/.exec(read) ?? [];

    const page = await follow(link);
    await follow(link);

    expect(link).toBe(`http://emulator/_messages/${messageId}/unsubscribe`);
    expect(await page.text()).toContain('You are unsubscribed');
    const about = { messageId, campaignId, templateId: 1100 };
    expect(eventsOf('hostedUnsubscribeClick')).toEqual([about, about]);
    expect(eventsOf('emailUnSubscribe')).toEqual([{ ...about, channelIds: [1], unsubSource: 'EmailLink' }]);
    expect(emulator.inspect.person(ada)?.unsubscribedChannelIds).toEqual([1]);
    expect(await figuresOf(world, campaignId)).toMatchObject({ Clicks: '0', Unsubscribes: '1' });
    expect(send(campaignId)).toBe('UnsubscribedChannel');
  });

  it('keeps its link parameters out of the way', async () => {
    const world = await setup();
    const content = {
      html: '<a href="{{hostedUnsubscribeUrl}}">Enough</a>',
      googleAnalyticsCampaignName: 'x',
    };
    const campaignId = world.addCampaign({ id: 200, content });
    await world.admin.email.target({ campaignId, recipientEmail: ada.email });
    const { messageId = '' } = world.messages().at(-1) ?? {};
    expect(await world.admin.email.viewInBrowser({ ...ada, messageId })).toContain(
      `${messageId}/unsubscribe"`,
    );
  });
});

describe('a proof', () => {
  it('records nothing of what happens to it (decision 38)', async () => {
    const { prove, addCampaign, follow, emulator } = await setup();
    const html = '<a href="https://a.example">A</a>';
    const messageId = prove(addCampaign({ id: 200, content: { html } }));
    const before = emulator.inspect.events().length;

    for (const end of ['pixel.gif', 'links/0', 'unsubscribe']) {
      expect((await follow(`http://emulator/_messages/${messageId}/${end}`)).status).toBeLessThan(400);
    }

    expect(emulator.inspect.events()).toHaveLength(before);
    expect(emulator.inspect.person(ada)?.unsubscribedChannelIds).toEqual([]);
  });
});
