import { describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { nextMessage } from '../../src/in-app/candidates.js';

const NOW = 1_000_000;
const message = (messageId: string, more: Partial<InAppMessage> = {}): InAppMessage => ({
  messageId,
  createdAt: 1,
  expiresAt: NOW + 1,
  priorityLevel: 300.5,
  trigger: { type: 'immediate' },
  content: { html: '<p>Hello</p>' },
  jsonOnly: false,
  ...more,
});

describe('the next message', () => {
  it.each([
    [
      'the more urgent',
      [message('low', { priorityLevel: 400.5 }), message('high', { priorityLevel: 200.5 })],
      'high',
    ],
    [
      'the older of two as urgent',
      [message('new', { createdAt: 2 }), message('old', { createdAt: 1 })],
      'old',
    ],
    [
      'the older, also when told as a text',
      [message('new'), message('old', { createdAt: '1970-01-01T00:00:00Z' })],
      'old',
    ],
    ['one without an end', [message('endless', { expiresAt: NaN })], 'endless'],
  ])('is %s', (_, messages, messageId) => {
    expect(nextMessage(messages, NOW)?.messageId).toBe(messageId);
  });

  it.each([
    ['has ended', { expiresAt: NOW }],
    ['has ended, told as a text', { expiresAt: '1970-01-01T00:00:01Z' }],
    ['was read', { read: true }],
    ['waits for an event', { trigger: { type: 'event' } }],
    ['never comes by itself', { trigger: { type: 'never' } }],
    ['has nothing to show', { content: {} }],
    ['is for programs', { jsonOnly: true }],
    ['is broken', { content: { html: 7 as never } }],
  ] satisfies [string, Partial<InAppMessage>][])('is not one that %s', (_, more) => {
    expect(nextMessage([message('a', more)], NOW)).toBeUndefined();
  });
});
