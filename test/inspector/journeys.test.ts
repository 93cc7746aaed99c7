import { describe, expect, it } from 'vitest';
import { createEmitter } from '../../src/lib/emitter.js';
import type { TrackedEvent } from '../../src/events/event.js';
import type { InspectedClient } from '../../src/inspector/inspected.js';
import { followJourneys } from '../../src/inspector/journeys.js';
import type { Told } from '../../src/telling/told.js';

const event = (number: number) =>
  ({ id: `e${number}`, kind: 'custom', name: `n${number}`, recordedAt: Date.now() + number }) as TrackedEvent;

describe('the events of the inspector', () => {
  it('stay the latest hundred, as older ones of a burst arrive', () => {
    const { on, emit } = createEmitter<Told>();
    const client = { on } as unknown as InspectedClient;
    const journeys = followJourneys(client, { plan: undefined, now: Date.now, onChange: () => undefined });
    const events = Array.from({ length: 150 }, (_, number) => event(number));
    for (const one of events) emit('recorded', one);
    const before = journeys.all.map(({ id }) => id);

    for (const one of events.slice(0, 60)) emit('delivered', one);

    expect(journeys.all.map(({ id }) => id)).toEqual(before);
    expect(journeys.all.filter(({ state }) => state === 'delivered').map(({ id }) => id)).toEqual(
      events
        .slice(50, 60)
        .map(({ id }) => id)
        .reverse(),
    );
    journeys.close();
  });
});
