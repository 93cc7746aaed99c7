import { describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { mayCome } from '../../src/in-app/message.js';

const NOW = 1_000_000;
const message = (more: Partial<InAppMessage>): InAppMessage => ({
  messageId: 'a',
  expiresAt: NOW + 1,
  content: { html: '<p>Hello</p>' },
  jsonOnly: false,
  ...more,
});

describe('a message may come', () => {
  it.each([
    ['by itself', { trigger: { type: 'immediate' } }],
    ['where it says nothing of when', {}],
    ['after an event', { trigger: { type: 'event' } }],
    ['without an end', { expiresAt: NaN }],
    ['with a view alone', { content: {}, jsonOnly: true, customPayload: { tidings: { view: {} } } }],
  ] satisfies [string, Partial<InAppMessage>][])('%s', (_, more) => {
    expect(mayCome(message(more), NOW)).toBe(true);
  });

  it.each([
    ['has ended', { expiresAt: NOW }],
    ['has ended, told as a text', { expiresAt: '1970-01-01T00:00:01Z' }],
    ['was read', { read: true }],
    ['is for the inbox alone', { trigger: { type: 'never' } }],
    ['has nothing to show', { content: {} }],
    ['is for programs', { jsonOnly: true }],
    ['has no view either', { content: {}, customPayload: { tidings: null } }],
    ['has nothing for a view', { content: {}, customPayload: { tidings: { view: null } } }],
    ['is broken', { content: { html: 7 as never } }],
  ] satisfies [string, Partial<InAppMessage>][])('unless it %s', (_, more) => {
    expect(mayCome(message(more), NOW)).toBe(false);
  });
});
