import { describe, expect, it } from 'vitest';
import type { Medium } from '../../../src/emulator/state/project.js';
import { ada, createWorld } from '../support/sending.js';

interface Answer {
  msg?: string;
  events?: { type: string; fields: object }[];
}

/** Ada, who was sent a message of each of some media. */
function setup(...media: Medium[]) {
  const world = createWorld();
  const content = {
    html: '<a href="https://shop.example.com/a">A</a><a href="https://shop.example.com/b">B</a>',
    message: 'Hi',
    placementId: 808,
    inboxMetadata: { title: 'Hi' },
  };
  const ids = media.map((medium, index) =>
    world.send(
      world.addCampaign({ id: 100 + index, medium, content: medium === 'SMS' ? { html: '' } : content }),
    ),
  );
  async function does(act: string, body: object = {}, who: string | number = ada.email) {
    const answer = await world.emulator.fetch(`http://localhost:4747/_emulator/people/${who}/${act}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const { msg, events } = (await answer.json()) as Answer;
    return {
      status: answer.status,
      msg,
      types: events?.map(({ type }) => type),
      fields: events?.[0]?.fields,
    };
  }
  return { ...world, ids, does };
}

describe('someone who is made to do something', () => {
  it('does it with the latest message that it can happen to', async () => {
    const { ids, does } = setup('Email', 'Email', 'Push');
    expect(await does('open')).toMatchObject({ types: ['pushOpen'], fields: { messageId: ids[2] } });
    expect(await does('open', { medium: 'Email' })).toMatchObject({ fields: { messageId: ids[1] } });
    expect(await does('open', { messageId: ids[0] }, 1)).toMatchObject({ fields: { messageId: ids[0] } });
  });

  it('clicks a link of the message, the first one if need be', async () => {
    const { does } = setup('Email', 'SMS');
    expect(await does('click')).toMatchObject({ fields: { url: 'https://shop.example.com/a' } });
    const url = 'https://shop.example.com/b';
    expect(await does('click', { url })).toMatchObject({ types: ['emailClick'], fields: { url } });
    expect(await does('click', { url: 'https://evil.example' })).toMatchObject({ status: 400 });
  });

  it('has no more devices once the app is gone, nor the one that a push came back from', async () => {
    const { does, send, addCampaign } = setup('Push');
    expect(await does('uninstall')).toMatchObject({ types: ['pushUninstall'] });
    expect(send(addCampaign({ medium: 'Push' }))).toBe('NoAddress');
    const other = setup('Push');
    expect(await other.does('bounce')).toMatchObject({ types: ['pushBounce'] });
    expect(other.send(other.addCampaign({ medium: 'Push' }))).toBe('NoAddress');
  });

  it.each([
    ['a complaint', 'Email', 'complain', {}, 'Complaint'],
    ['an address there is not', 'Email', 'bounce', {}, 'HardBounce'],
    ['a reply that says stop', 'SMS', 'reply', { text: ' STOP ' }, 'Reply'],
  ] as const)('gets no more after %s', async (_, medium, act, body, unsubSource) => {
    const { does, emulator, eventsOf } = setup(medium);
    await does(act, body);
    expect(eventsOf('emailUnSubscribe')).toMatchObject([{ campaignId: 100, channelIds: [1], unsubSource }]);
    expect(emulator.inspect.person(ada)?.unsubscribedChannelIds).toEqual([1]);
  });

  it('goes on after a full mailbox, and after any other reply', async () => {
    const { does, eventsOf } = setup('Email', 'SMS');
    await does('bounce', { medium: 'Email', isSoft: true });
    expect(await does('reply', { text: 'Stop it, thanks' })).toMatchObject({
      types: ['smsReceived'],
      fields: { message: 'Stop it, thanks' },
    });
    expect(eventsOf('emailUnSubscribe')).toEqual([]);
  });

  it('sees every message of the inbox in a visit, and no recalled one', async () => {
    const { does, ids } = setup('InApp', 'InApp', 'InApp');
    await does('recall', { messageId: ids[1] });
    expect(await does('inbox')).toMatchObject({
      types: ['inboxSession', 'inboxMessageImpression', 'inboxMessageImpression'],
      fields: { messageCount: 2, unreadCount: 2 },
    });
  });

  it('is refused, with what there is instead', async () => {
    const { does } = setup('SMS');
    expect(await does('dance')).toMatchObject({
      status: 404,
      msg: expect.stringContaining('complain') as string,
    });
    expect(await does('complain')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('complain') as string,
    });
    expect(await does('open', {}, 'nobody')).toMatchObject({ status: 404 });
    expect(await does('open', { medium: 'Fax' })).toMatchObject({ status: 400 });
  });
});

describe('a visit to the inbox', () => {
  it('is one for all that a page closes in it, and each message is seen once', async () => {
    const { call, ids, eventsOf } = setup('InApp', 'InApp');
    for (const messageId of [...ids, ids[0]]) {
      await call('web', 'POST /api/events/trackInAppClose', { ...ada, messageId, inboxSessionId: 's' });
    }
    expect(eventsOf('inboxSession')).toEqual([{ inboxSessionId: 's' }]);
    expect(eventsOf('inboxMessageImpression')).toMatchObject(
      ids.map((messageId) => ({ messageId, inboxSessionId: 's' })),
    );
  });
});

describe('someone nobody knows', () => {
  it('is made, and counted from visit to visit', async () => {
    const { does, emulator } = setup();
    await does('visit-unknown', {}, 'device-1');
    expect(await does('visit-unknown', {}, 'device-1')).toMatchObject({ fields: { sessionCount: 2 } });
    expect(emulator.inspect.person({ userId: 'device-1' })).toBeDefined();
  });
});

describe('what a text message cost', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
  ])('is the parts it was sent in: %s', (message, parts) => {
    const { send, addCampaign, eventsOf } = setup();
    send(addCampaign({ medium: 'SMS', content: { message } }));
    expect(eventsOf('smsUsageInfo')).toMatchObject([{ campaignId: 100, parts }]);
  });
});
