// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../../src/api/models/in-app.js';
import { memoryStore } from '../../../src/browser/store.js';
import type { Host } from '../../../src/host/host.js';
import {
  createCandidates,
  nextMessage,
  SHOWN_AT,
  type CandidatesOptions,
} from '../../../src/in-app/presenting/candidates.js';

const message = (messageId: string, more: Partial<InAppMessage> = {}): InAppMessage => ({
  messageId,
  createdAt: 1,
  priorityLevel: 300.5,
  content: { html: '<p>Hello</p>' },
  jsonOnly: false,
  ...more,
});

/** Candidates of a page whose clock stands where it is set. */
function setup(all: InAppMessage[], more: Partial<CandidatesOptions> = {}) {
  const clock = { at: 1_000_000 };
  const store = memoryStore<unknown>();
  const candidates = createCandidates({
    host: { store } as Partial<Host> as Host,
    messages: {
      all: () => all,
      isUnread: ({ messageId: id }) => all.some((one) => one.messageId === id && !one.read),
    },
    triggers: { dueAt: () => 0 },
    interval: 0,
    isPaused: () => false,
    now: () => clock.at,
    ...more,
  });
  return { candidates, clock, store };
}

beforeEach(() => history.replaceState(null, '', '/shop'));
afterEach(() => history.replaceState(null, '', '/'));

/** A page that puts off the first message that it is asked for. */
function puttingOffOnce() {
  const answers = ['defer', true] as const;
  let count = 0;
  return { interval: 30_000, beforeShow: () => answers[count++] ?? false };
}

describe('a message of which the page says nothing', () => {
  it.each([
    ['at once', () => {}],
    ['later', async () => {}],
  ])('comes, where it says so %s', async (_, beforeShow) => {
    const { candidates } = setup([message('a')], { beforeShow });

    expect((await candidates.next())?.messageId).toBe('a');
  });
});

describe('a message that the page', () => {
  it.each<[string, (asked: InAppMessage) => void]>([
    ['gives another id', (asked) => void (asked.messageId = 'b')],
    // As some stores do with all that they keep.
    ['freezes', (asked) => void Object.freeze(asked)],
  ])('%s may be taken all the same', async (_, beforeShow) => {
    const { candidates } = setup([], {
      messages: { all: () => [message('a')], isUnread: ({ messageId }) => messageId === 'a' },
      beforeShow,
    });

    const next = await candidates.next();

    expect(next && candidates.take(next)).toBe(true);
    expect(await candidates.due()).toBe(Infinity);
  });
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
  ])('is %s', (_, messages, messageId) => {
    expect(nextMessage(messages, () => true)?.messageId).toBe(messageId);
  });

  it('is none of those that are not due', () => {
    const messages = [message('urgent', { priorityLevel: 100.5 }), message('due')];
    expect(nextMessage(messages, ({ messageId }) => messageId === 'due')?.messageId).toBe('due');
  });
});

describe('a message that the page refuses', () => {
  it('is asked for again at another address, and not before', async () => {
    const asked: string[] = [];
    const { candidates } = setup([message('a')], {
      beforeShow: () => asked.push(location.pathname) > 1,
    });

    expect(await candidates.next()).toBeUndefined();
    expect(await candidates.due()).toBe(Infinity);
    expect(candidates.stateOf(message('a'))).toBe('deferred');
    history.replaceState(null, '', '/shop#top');
    expect(await candidates.due()).toBe(Infinity);
    history.replaceState(null, '', '/cart');

    expect(await candidates.due()).toBe(0);
    expect((await candidates.next())?.messageId).toBe('a');
    expect(asked).toEqual(['/shop', '/cart']);
  });

  it('for now, is asked for again after the interval', async () => {
    const { candidates, clock } = setup([message('a')], puttingOffOnce());

    expect(await candidates.next()).toBeUndefined();
    expect(candidates.stateOf(message('a'))).toBe('deferred');
    expect(await candidates.due()).toBe(clock.at + 30_000);
    clock.at += 30_000;

    expect((await candidates.next())?.messageId).toBe('a');
  });

  it('for now, does not wait for the time again by which the clock was set back', async () => {
    const { candidates, clock } = setup([message('a')], puttingOffOnce());
    await candidates.next();

    clock.at -= 900_000;

    expect(await candidates.due()).toBe(0);
    expect(candidates.stateOf(message('a'))).toBe('due');
    expect((await candidates.next())?.messageId).toBe('a');
  });

  it('lets the others come', async () => {
    const { candidates } = setup([message('a'), message('b', { createdAt: 2 })], {
      beforeShow: ({ messageId }) => messageId === 'b',
    });

    await candidates.next();

    expect((await candidates.next())?.messageId).toBe('b');
  });

  it('by an error, is left out on this page', async () => {
    const { candidates } = setup([message('a')], {
      beforeShow: () => {
        throw new Error('Oh');
      },
    });

    await expect(candidates.next()).rejects.toThrow('Oh');
    history.replaceState(null, '', '/cart');

    expect(await candidates.due()).toBe(Infinity);
  });
});

describe('candidates', () => {
  it('wait until their time has come', () => {
    const { candidates, clock } = setup([message('a')], { triggers: { dueAt: () => 1_010_000 } });
    expect(candidates.stateOf(message('a'))).toBe('waiting');

    clock.at = 1_010_000;

    expect(candidates.stateOf(message('a'))).toBe('due');
  });

  it('are due when their time has come, and the interval has passed', async () => {
    const { candidates, clock, store } = setup([message('a')], {
      interval: 30_000,
      triggers: { dueAt: () => 1_010_000 },
    });
    expect(await candidates.due()).toBe(1_010_000);

    await store((table) => table.put(SHOWN_AT, clock.at));

    expect(await candidates.due()).toBe(1_030_000);
  });

  it('wait for the interval after what another tab has shown since this page began', async () => {
    const { candidates, clock, store } = setup([message('a')], { interval: 30_000 });
    clock.at += 60_000;

    await store((table) => table.put(SHOWN_AT, clock.at));

    expect(await candidates.due()).toBe(clock.at + 30_000);
  });
});
