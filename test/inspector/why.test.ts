import { describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import type { MessageState } from '../../src/in-app/in-app.js';
import { whyOf } from '../../src/inspector/why.js';

const NOW = 1_700_000_000_000;
const message = (more: Partial<InAppMessage> = {}): InAppMessage => ({
  messageId: 'a',
  saveToInbox: false,
  jsonOnly: false,
  createdAt: NOW,
  trigger: { type: 'immediate' },
  content: { html: '<p>Hello</p>' },
  ...more,
});
const ruled = (show: object) => message({ customPayload: { tidings: { show } } });
const calm = { now: NOW, nextAt: 0, isPaused: false };

describe('why a message comes or does not', () => {
  it.each<[string, MessageState, InAppMessage, Partial<typeof calm>?]>([
    ['due: comes when nothing else is shown', 'due', message()],
    ['due: not after the last one, since the interval has no end', 'due', message(), { nextAt: Infinity }],
    ['due: in 20 s, after the interval', 'due', message(), { nextAt: NOW + 20_000 }],
    ['due: comes once the page calls `resume`', 'due', message(), { isPaused: true }],
    ['the page has refused it here, or put it off', 'deferred', message()],
    ['waits for “bought”, 5.0 s long', 'waiting', ruled({ event: 'bought', after: 5 })],
    ['waits for a page of /sale, /cart*', 'waiting', ruled({ pages: ['/sale', '/cart*'] })],
    ['waits for another session, where one has come in this', 'waiting', ruled({ once: 'session' })],
    ['waits for the page to show it', 'waiting', message({ trigger: { type: 'event' } })],
    ['waits for good: its `show` rule cannot be read', 'waiting', ruled({ on: 'click' })],
    ['seen', 'kept', message({ read: true })],
    ['expired', 'kept', message({ expiresAt: NOW - 1 })],
    ['for the page: it has data alone', 'kept', message({ jsonOnly: true })],
    ['nothing to show in it', 'kept', message({ content: {} })],
    ['never comes by itself, and is not for the inbox', 'kept', message({ trigger: { type: 'never' } })],
    [
      'for the inbox: it never comes by itself',
      'kept',
      message({ trigger: { type: 'never' }, saveToInbox: true }),
    ],
  ])('is said: %s', (words, state, message, moment = {}) => {
    expect(whyOf({ message, state }, { ...calm, ...moment })).toBe(words);
  });
});
