import { describe, expect, it } from 'vitest';
import { namesIn, outcomesIn } from '../../src/inspector/batch.js';

const line = (path: string, body: object = {}) => JSON.stringify([path, body]);
const event = (eventName: string) => line('/api/events/track', { eventName });
const packed = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

describe('what went in one request', () => {
  it('is read as it was sent, packed or not', async () => {
    const text = [event('one'), event('two')].join('\n');

    expect(await namesIn(text)).toEqual(['one', 'two']);
    expect(await namesIn(await packed(text))).toEqual(['one', 'two']);
    expect(await namesIn(null)).toBe(undefined);
  });

  it.each([
    [line('/api/events/track', { eventName: 'product-viewed' }), 'product-viewed'],
    [line('/api/commerce/updateCart', { items: [{}, {}] }), 'cart of 2'],
    [line('/api/commerce/trackPurchase', { items: [{}] }), 'purchase'],
    [line('/api/users/update'), 'profile'],
    [line('/api/users/updateSubscriptions'), 'subscriptions'],
    [line('/api/events/trackInAppOpen'), 'in-app open'],
    [line('/api/embedded-messaging/events/click'), 'embedded click'],
    ['no JSON', ''],
  ])('has a name for each line: %s', async (one, name) => {
    expect(await namesIn(one)).toEqual([name]);
  });

  it.each([
    ['[200,{}]', 'delivered', 'good'],
    ['[202,{"code":"Accepted"}]', 'accepted', 'good'],
    ['[400,{"code":"BadParams"}]', 'refused: BadParams', 'bad'],
    // As the client takes it: what is not a refusal of the service's own is tried again.
    ['[413,{}]', 'again later', 'wait'],
    ['[403,{"code":"Forbidden"}]', 'again later', 'wait'],
    ['[400,{"code":"InvalidJwtPayload"}]', 'held', 'wait'],
    ['[429,{"code":"RateLimitExceeded"},5]', 'again in 5 s', 'wait'],
    ['[503,{}]', 'again later', 'wait'],
    ['[401,{"code":"NoJwt"}]', 'held', 'wait'],
    ['<p>A proxy', 'waits', 'wait'],
  ])('has an outcome for each line: %s', (answer, words, tone) => {
    expect(outcomesIn(`[200,{}]\n${answer}\n`)).toEqual([
      { words: 'delivered', tone: 'good' },
      { words, tone },
    ]);
  });
});
