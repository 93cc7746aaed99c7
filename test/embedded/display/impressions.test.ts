import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddedImpression, EmbeddedSession } from '../../../src/api/models/embedded-events.js';
import type { EmbeddedMessage } from '../../../src/api/models/embedded.js';
import { createImpressions } from '../../../src/embedded/display/impressions.js';

const messageOf = (messageId: string, isProof = false): EmbeddedMessage => ({
  metadata: { messageId, placementId: 7, isProof },
});

/** What is seen on a page where a test moves elements, with what the service is told. */
function setup() {
  const listeners = new Map<Element, (isInView: boolean) => void>();
  const told: [EmbeddedSession, EmbeddedImpression[]][] = [];
  const visitor = { owner: 'ada', last: 0 };
  const looks: (() => void)[] = [];
  const ignore = () => Promise.resolve();
  const impressions = createImpressions({
    sight: {
      look: () => looks.forEach((look) => look()),
      watch(element, listener) {
        listeners.set(element, listener);
        return () => listeners.delete(element);
      },
    },
    time: 1_000,
    tell: () => ({
      received: ignore,
      clicked: ignore,
      seen: async (session, seen) => void told.push([session, seen]),
    }),
    owner: () => visitor.owner,
    last: () => visitor.last || Date.now(),
    now: Date.now,
  });
  function place(message: EmbeddedMessage) {
    const element = {} as Element;
    const stop = impressions.watch(message, element);
    return { stop, move: (isInView: boolean) => listeners.get(element)?.(isInView) };
  }
  const counts = () =>
    told.map(([, seen]) =>
      seen.map(({ messageId, displayCount, displayDuration }) => [messageId, displayCount, displayDuration]),
    );
  return { impressions, place, told, counts, visitor, looks };
}

describe('impressions', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1e12 });
    vi.stubGlobal('dispatchEvent', () => true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('count each appearance, and how long it lasts', () => {
    const { impressions, place, counts, told } = setup();
    const { move } = place(messageOf('a'));
    for (const time of [1_500, 999, 2_000]) {
      move(true);
      vi.advanceTimersByTime(time);
      move(false);
      vi.advanceTimersByTime(500);
    }

    impressions.end();

    expect(counts()).toEqual([[['a', 2, 3.5]]]);
    expect(told[0]?.[0]).toMatchObject({ start: 1e12, end: 1e12 + 5_999 });
  });

  it('count nothing that is found to be covered at the last moment', () => {
    const { impressions, place, told, looks } = setup();
    const { move } = place(messageOf('a'));
    move(true);
    looks.push(() => move(false));

    vi.advanceTimersByTime(5_000);
    impressions.end();

    expect(told).toEqual([]);
  });

  it('tell nothing where nothing was seen', () => {
    const { impressions, place, told } = setup();
    const { move } = place(messageOf('a'));
    const proof = place(messageOf('proof', true));
    move(true);
    proof.move(true);
    vi.advanceTimersByTime(900);

    impressions.pause();
    vi.advanceTimersByTime(5_000);
    impressions.end();

    expect(told).toEqual([]);
  });

  it('count a message once that stands in two elements', () => {
    const { impressions, place, counts } = setup();
    const [one, other] = [place(messageOf('a')), place(messageOf('a'))];
    one.move(true);
    other.move(true);
    vi.advanceTimersByTime(2_000);
    one.stop();
    vi.advanceTimersByTime(1_000);
    other.move(false);

    impressions.end();

    expect(counts()).toEqual([[['a', 1, 3]]]);
  });

  it('begin anew after a pause with what is still in view', () => {
    const { impressions, place, counts } = setup();
    place(messageOf('a')).move(true);
    vi.advanceTimersByTime(2_000);

    impressions.pause();
    vi.advanceTimersByTime(60_000);
    impressions.resume();
    vi.advanceTimersByTime(3_000);
    impressions.pause();

    expect(counts()).toEqual([[['a', 1, 2]], [['a', 1, 3]]]);
  });

  it('end when the visitor was last there', () => {
    const { impressions, place, counts, visitor } = setup();
    place(messageOf('a')).move(true);
    vi.advanceTimersByTime(2_000);
    visitor.last = Date.now();
    vi.advanceTimersByTime(3_600_000);

    impressions.end();

    expect(counts()).toEqual([[['a', 1, 2]]]);
  });

  it('count nothing of one who has left', () => {
    const { impressions, place, counts, visitor } = setup();
    place(messageOf('a')).move(true);
    vi.advanceTimersByTime(2_000);

    visitor.owner = 'bob';
    impressions.end();
    vi.advanceTimersByTime(5_000);
    impressions.end();

    expect(counts()).toEqual([[['a', 1, 2]]]);
  });

  it('are never below nothing, whatever the clock does', () => {
    const { impressions, place, told } = setup();
    place(messageOf('a')).move(true);
    vi.advanceTimersByTime(2_000);
    vi.setSystemTime(5e11);

    impressions.end();

    expect(told).toMatchObject([[{ start: 1e12, end: 1e12 }, [{ displayDuration: 0 }]]]);
  });
});
