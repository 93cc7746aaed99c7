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
  it('where what speaks to the service cannot be had', async () => {
    const { delivery, asked } = setup({ load: () => Promise.reject(new TypeError('Failed to fetch')) });

    delivery.add();

    await expect.poll(() => asked).toEqual(['worker']);
    delivery.stop();
  });

  it('as a page is hidden or left before that is there, with something waiting', async () => {
    const { delivery, asked } = setup({ load: () => new Promise(() => {}) });
    delivery.urgently();
    delivery.leave();
    expect(asked).toEqual([]);

    delivery.add();
    delivery.urgently();
    delivery.leave();

    expect(asked).toEqual(['worker', 'worker']);
    delivery.stop();
  });
});
