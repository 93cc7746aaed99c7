// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startEmbedded, startInApp } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, listen, startVisits, takeTime } from '../support/visits.js';

const message: InAppMessage = {
  ...{ messageId: 'a', jsonOnly: false, createdAt: 1, trigger: { type: 'never' }, saveToInbox: true },
  content: { html: '<p>Hello</p>' },
};
const embedded = { metadata: { messageId: 'e', placementId: 7 }, elements: { title: 'Hello' } };

/** A visitor whose page is answered by the service, or what stands before it, as a test says. */
async function startShop() {
  const { line, service, visit } = startVisits();
  const shop = { answer: (): Response => Response.json({ inAppMessages: [message] }), asked: 0 };
  line.fetch = (...call) => {
    if (!new Request(...call).url.includes('essages?')) return service.fetch(...call);
    shop.asked += 1;
    return Promise.resolve(shop.answer());
  };
  const client = visit();
  await client.identify(ada);
  return { client, shop };
}

describe('an answer that is none', () => {
  it.each(['', 'null', '{}', '[]', '{"inAppMessages":{}}', '{"placements":{}}'])(
    'takes no message away, and is told: %j',
    async (body) => {
      const { client, shop } = await startShop();
      const inApp = startInApp(client);
      await until(() => expect(inApp.inbox.messages).toHaveLength(1));
      shop.answer = () => new Response(body);

      await expect(inApp.refresh()).rejects.toThrow('The service has answered without a list of messages');

      expect(inApp.inbox.messages).toHaveLength(1);
    },
  );

  it.each(['', 'null', '{}', '[]', '{"placements":{}}'])(
    'takes no embedded message away: %j',
    async (body) => {
      const { client, shop } = await startShop();
      shop.answer = () => Response.json({ placements: [{ placementId: 7, embeddedMessages: [embedded] }] });
      const feed = startEmbedded(client, { placements: [7] });
      await until(() => expect(feed.messages(7)).toHaveLength(1));
      shop.answer = () => new Response(body);

      await expect(feed.refresh()).rejects.toThrow('The service has answered without a list of messages');

      expect(feed.messages(7)).toHaveLength(1);
    },
  );

  it.each([
    ['of a proxy', () => new Response('<h1>Not found</h1>', { status: 404 }), true],
    ['that is empty', () => new Response(''), true],
    ['of the service', () => Response.json({ code: 'BadParams', msg: 'No' }, { status: 400 }), false],
  ])('%s is asked for again, unless the service has refused it', async (_, answer, isAgain) => {
    const { pass } = takeTime();
    const { client, shop } = await startShop();
    listen(client);
    shop.answer = answer;
    startInApp(client);

    await pass(60_000);

    expect(Math.min(shop.asked, 2)).toBe(isAgain ? 2 : 1);
  });
});
