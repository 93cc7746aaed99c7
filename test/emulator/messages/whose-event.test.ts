import { describe, expect, it } from 'vitest';
import type { UserRef } from '../../../src/api/models/user.js';
import { ada, bob, createWorld } from '../support/sending.js';

const session = { id: 's1', start: 1_000, end: 2_000 };
const seen = { placementId: 808, displayCount: 2, displayDuration: 1.5 };

interface Event {
  path: string;
  type: string;
  medium: 'Embedded' | 'InApp';
  /** What the call says, of a message. */
  body(messageId: string): object;
}

const ofMessage = (more: object = {}) => ({ body: (messageId: string) => ({ messageId, ...more }) });
const events: Event[] = [
  ...['Delivery', 'Open', 'Click', 'Close'].map((name) => ({
    path: `events/trackInApp${name}`,
    type: `inApp${name}`,
    medium: 'InApp' as const,
    ...ofMessage(),
  })),
  {
    path: 'events/inAppConsume',
    type: 'inAppDelete',
    medium: 'InApp',
    ...ofMessage({ deleteAction: 'swipe' }),
  },
  {
    path: 'embedded-messaging/events/received',
    type: 'embeddedReceived',
    medium: 'Embedded',
    ...ofMessage(),
  },
  { path: 'embedded-messaging/events/click', type: 'embeddedClick', medium: 'Embedded', ...ofMessage() },
  {
    path: 'embedded-messaging/events/session',
    type: 'embeddedImpression',
    medium: 'Embedded',
    body: (messageId) => ({ session, impressions: [{ messageId, ...seen }] }),
  },
];

/** A world where Ada has a message, and a page that may carry a user's token. */
function setup({ medium }: Pick<Event, 'medium'>, tokenKeys: ['web'] | [] = []) {
  const world = createWorld({ tokenKeys });
  world.addCampaign({ medium, content: { placementId: 808 } });
  const messageId = world.send(100);

  async function post(path: string, body: object, user?: UserRef) {
    const { keys, fetch, signToken } = world.emulator;
    const token = user && `Bearer ${await signToken(user)}`;
    const response = await fetch(`http://emulator/api/${path}`, {
      method: 'POST',
      headers: { 'Api-Key': keys.web, ...(token && { Authorization: token }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as { code: string; msg: string } };
  }

  return { ...world, messageId, post };
}

describe.each(events)('$path without `email` and `userId` (decision 53)', (event) => {
  const { path, type, body } = event;

  it('is of the user whose token it carries', async () => {
    const { emulator, messageId, post } = setup(event, ['web']);

    expect((await post(path, body(messageId), ada)).answer.code).toMatch(/Success|Accepted/);
    expect(emulator.inspect.events(type)).toMatchObject([{ ...ada, fields: { messageId } }]);
  });

  it('is of the user of the message, where no token says who', async () => {
    const { emulator, messageId, post } = setup(event);

    expect((await post(path, body(messageId))).answer.code).toMatch(/Success|Accepted/);
    expect(emulator.inspect.events(type)).toMatchObject([{ ...ada, fields: { messageId } }]);
  });

  it.each<['web'] | []>([['web'], []])(
    'is refused for a message of another user than the token’s: %j',
    async (...tokenKeys) => {
      const { emulator, messageId, post } = setup(event, tokenKeys);

      const { status, answer } = await post(path, body(messageId), bob);

      expect([status, answer.code]).toEqual([400, 'BadParams']);
      expect(answer.msg).toContain('messageId`: this user was sent no such message');
      expect(emulator.inspect.events(type)).toEqual([]);
    },
  );

  it('is refused when neither a token nor the message says who', async () => {
    const { post } = setup(event);

    const { status, answer } = await post(path, body('no'));

    expect([status, answer.code]).toEqual([400, 'BadParams']);
    expect(answer.msg).toMatch(/`email` or `userId` is missing.*token.*`messageId`/);
  });
});

describe('a visit that saw no message (decision 53)', () => {
  const [path, visit] = ['embedded-messaging/events/session', { session, impressions: [] }];

  it('is of the user whose token it carries', async () => {
    const { emulator, post } = setup({ medium: 'Embedded' }, ['web']);
    await post(path, visit, ada);
    expect(emulator.inspect.events('embeddedSession')).toMatchObject([ada]);
  });

  it('is refused without a token', async () => {
    const { post } = setup({ medium: 'Embedded' });
    expect((await post(path, visit)).answer).toMatchObject({ code: 'BadParams' });
  });

  it('is refused when its messages are of several users', async () => {
    const { send, messageId, post } = setup({ medium: 'Embedded' });
    const impressions = [messageId, send(100, bob)].map((id) => ({ messageId: id, ...seen }));

    const { answer } = await post(path, { session, impressions });

    expect(answer.msg).toContain('`impressions.1.messageId`');
  });
});
