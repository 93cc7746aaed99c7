import { describe, expect, it } from 'vitest';
import { ada, createWorld, NOON } from '../support/sending.js';

type World = ReturnType<typeof createWorld>;

const message = { ...ada, messageId: '' };
const session = { id: 's', start: 1_000, end: 2_000 };
const impression = { placementId: 808, displayCount: 1, displayDuration: 1 };

/** The document's table of Events: an operation, the events it produces, and a call of it about Ada's message. */
const table: [
  operation: string,
  types: string[],
  call: (world: World, messageId: string) => Promise<unknown>,
][] = [
  [
    'email/target',
    ['emailSend'],
    ({ admin, addCampaign }) =>
      admin.email.target({ campaignId: addCampaign({ id: 300 }), recipientEmail: ada.email }),
  ],
  ...(
    [
      ['inAppConsume', 'inAppDelete'],
      ['trackInAppClick', 'inAppClick'],
      ['trackInAppClose', 'inAppClose'],
      ['trackInAppDelivery', 'inAppDelivery'],
      ['trackInAppOpen', 'inAppOpen'],
    ] as const
  ).map(([name, type]): (typeof table)[number] => [
    `events/${name}`,
    [type],
    ({ call }, messageId) =>
      call('web', `POST /api/events/${name}`, {
        ...message,
        messageId,
        ...(type === 'inAppDelete' && { deleteAction: 'x' }),
      }),
  ]),
  [
    'events/trackWebPushClick',
    ['webPushClick'],
    ({ call }) => call('web', 'POST /api/events/trackWebPushClick', { ...message, messageId: 'm' }),
  ],
  [
    'commerce/trackPurchase',
    ['purchase'],
    ({ admin }) => admin.commerce.trackPurchase({ user: ada, items: [], total: 1 }),
  ],
  ['events/track', ['customEvent'], ({ admin }) => admin.events.track({ ...ada, eventName: 'seen' })],
  [
    'embedded-messaging/events/session',
    ['embeddedSession', 'embeddedImpression', 'embeddedImpression'],
    ({ admin }, messageId) =>
      admin.embedded.trackSession({
        ...ada,
        session,
        impressions: [
          { messageId, ...impression },
          { messageId, ...impression },
        ],
      }),
  ],
  [
    'embedded-messaging/events/received',
    ['embeddedReceived'],
    ({ admin }, messageId) => admin.embedded.trackReceived({ ...ada, messageId }),
  ],
  [
    'embedded-messaging/events/click',
    ['embeddedClick'],
    ({ admin }, messageId) => admin.embedded.trackClick({ ...ada, messageId }),
  ],
];

async function linesOf(stream: Promise<ReadableStream<Uint8Array>>) {
  const lines = (await new Response(await stream).text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe.each(table)('the events of %s (Events)', (operation, types, produce) => {
  /** What a call adds to the events that each way to read them tells. */
  async function produced() {
    const world = createWorld();
    const { emulator, admin, addCampaign, send } = world;
    const medium = operation.startsWith('embedded') ? 'Embedded' : 'InApp';
    const messageId = send(addCampaign({ medium, content: { placementId: 808 } }));
    const before = emulator.inspect.events().length;
    await produce(world, messageId);
    return { admin, events: emulator.inspect.events().slice(before) };
  }

  it('stand in `inspect`, with whose they are', async () => {
    const { events } = await produced();
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events.every(({ email, createdAt }) => email === ada.email && createdAt === NOON)).toBe(true);
  });

  it('are told with the events of the user', async () => {
    const { admin, events } = await produced();
    const ids = new Set((await admin.events.listByEmail(ada)).events.map(({ id }) => id));
    expect(events.every(({ id }) => ids.has(id))).toBe(true);
  });

  it('are exported, by their kind and for the user', async () => {
    const { admin, events } = await produced();
    const told = await linesOf(admin.exports.userEvents({ ...ada, includeCustomEvents: true }));
    for (const { id, type } of events) {
      expect(told).toContainEqual(expect.objectContaining({ id, dataTypeName: type }));
      const rows = await linesOf(
        admin.exports.dataJson({ dataTypeName: type as 'customEvent', range: 'All' }),
      );
      expect(rows).toContainEqual(expect.objectContaining({ id, ...ada }));
    }
  });
});
