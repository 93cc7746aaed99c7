import type { Reply } from './collector.js';

/** How many cards a visitor was sent. */
export const CARDS = 20;
/** How many paragraphs their in-app message has: some 20 kB, as large as marketing makes them. */
export const PARAGRAPHS = 500;

const html = `<style>body { background: #fff } p { color: #333 }</style><h1>News</h1>${'<p>Your first order ships for free.</p>'.repeat(PARAGRAPHS)}`;

const cards = Array.from({ length: CARDS }, (_, index) => ({
  id: `card-${index + 1}`,
  title: `Offer ${index + 1}`,
  body: 'What you order until Sunday is sent for free, and comes back for free.',
}));

const [SENT, EXPIRES] = [1_760_000_000, 4_000_000_000];

/** What our service says, as that of `@iterable/web-sdk` does. */
const inAppMessage = {
  ...{ messageId: 'message-1', campaignId: 1, priorityLevel: 300.5, read: false, saveToInbox: false },
  ...{ createdAt: SENT * 1_000, expiresAt: EXPIRES * 1_000, jsonOnly: false },
  trigger: { type: 'immediate' },
  content: { html, webInAppDisplaySettings: { position: 'Center' } },
};
const placement = {
  placementId: 1,
  embeddedMessages: cards.map(({ id, title, body }, index) => ({
    metadata: { messageId: id, placementId: 1, campaignId: 1, isProof: false, priorityOrder: index + 1 },
    elements: { title, body },
  })),
};

/** The same for `@braze/web-sdk`, in its own words. */
const brazeTrigger = {
  ...{ id: 'trigger-1', trigger_condition: [{ type: 'open' }], start_time: null, end_time: null },
  ...{ priority: 1, type: 'inapp', delay: 0, re_eligibility: 0, timeout: null },
  min_seconds_since_last_trigger: null,
  data: { type: 'HTML', trigger_id: 'trigger-1', message: html, animate_in: false, animate_out: false },
};
const brazeSync = {
  full_sync: true,
  ...{ last_full_sync_at: SENT, last_card_updated_at: SENT },
  cards: cards.map(({ id, title, body }) => ({
    ...{ id, tp: 'text_announcement', tt: title, ds: body, e: {} },
    ...{ v: false, db: false, p: false, cl: false, ca: SENT, ea: EXPIRES },
  })),
};
const brazeConfig = { events_blacklist: [], time: 1, content_cards: { enabled: true } };

/** An answer that a page finds among all that it has had. */
const bringing = (body: object): Reply => ({
  body,
  headers: { 'Server-Timing': 'message', 'Timing-Allow-Origin': '*' },
});

/** What the services of all say to a visitor who was sent an in-app message. */
export function inAppReply(pathname: string, said: string): Reply | undefined {
  if (pathname === '/bare') return bringing({ html });
  if (pathname === '/api/inApp/web/getMessages') return bringing({ inAppMessages: [inAppMessage] });
  if (pathname === '/api/v3/data/' && said.includes('"triggers":true'))
    return bringing({ message: 'success', triggers: [brazeTrigger] });
  return undefined;
}

/** What they say to one who was sent cards. */
export function embeddedReply(pathname: string): Reply | undefined {
  if (pathname === '/bare') return bringing({ cards });
  if (pathname === '/api/embedded-messaging/messages') return bringing({ placements: [placement] });
  if (pathname === '/api/v3/data/') return { body: { message: 'success', config: brazeConfig } };
  if (pathname === '/api/v3/content_cards/sync') return bringing(brazeSync);
  return undefined;
}
