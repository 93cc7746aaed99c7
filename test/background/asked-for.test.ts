import { describe, expect, it } from 'vitest';
import { createLaterDelivery, type LaterDeliveryOptions } from '../../src/events/later-delivery.js';

/** What speaks to the service as a page loads it, which counts how often the service worker is asked to. */
function setup({ load }: Pick<LaterDeliveryOptions, 'load'>) {
  const asked: string[] = [];
  const delivery = createLaterDelivery({
    ...{ name: 'shop', load, visitor: { agrees: true }, onTrouble: () => undefined },
    outbox: { count: async () => ({ waiting: 0 }) as never, leave: () => [] },
    wakeWorker: () => void asked.push('worker'),
  });
  return { delivery, asked };
}

describe('the service worker is asked to deliver', () => {
  it.each([
    ['cannot be had', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is not there yet', () => new Promise<never>(() => {})],
  ])('as a page is hidden with something waiting, where what speaks %s', (_, load) => {
    const { delivery, asked } = setup({ load });
    delivery.urgently();
    expect(asked).toEqual([]);

    delivery.add();
    delivery.urgently();

    expect(asked).toEqual(['worker']);
    delivery.stop();
  });
});
