import { describe, expect, it } from 'vitest';
import {
  batchIn,
  isWell,
  nameOfLine,
  outcomeInWords,
  writeOutcomes,
  type BatchLine,
} from '../../demo/panel/batch.js';

const event = (eventName: string) => `["/api/events/track",${JSON.stringify({ eventName })}]`;
const packed = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
const line = (path: string, body: object = {}): BatchLine => ({ path, body: JSON.stringify(body) });

describe('what went in one request', () => {
  it('is read as it was sent, packed or not', async () => {
    const text = [event('one'), event('two')].join('\n');

    const [plain, unpacked] = [await batchIn(text), await batchIn(await packed(text))];

    expect(plain?.lines.map(nameOfLine)).toEqual(['one', 'two']);
    expect(unpacked).toEqual(plain);
    expect(await batchIn(null)).toBe(undefined);
  });

  it('is counted whole, and kept in part', async () => {
    const batch = await batchIn(Array.from({ length: 500 }, (_, index) => event(`e${index}`)).join('\n'));

    expect([batch?.count, batch?.lines.length]).toEqual([500, 40]);
  });

  it.each([
    [line('/api/events/track', { eventName: 'product-viewed' }), 'product-viewed'],
    [line('/api/commerce/updateCart', { items: [{}, {}] }), 'cart of 2'],
    [line('/api/commerce/trackPurchase', { items: [{}] }), 'purchase'],
    [line('/api/users/update'), 'profile'],
    [line('/api/users/updateSubscriptions'), 'preferences'],
    [line('/api/events/trackInAppOpen'), 'in-app open'],
    [line('/api/embedded-messaging/events/click'), 'embedded click'],
  ])('has a name for each line: %o', (one, name) => {
    expect(nameOfLine(one)).toBe(name);
  });

  it.each([
    ['[200,{}]', 'delivered', true],
    ['[202,{"code":"Accepted"}]', 'accepted', true],
    ['[400,{"code":"BadParams"}]', 'refused: BadParams', false],
    ['[429,{"code":"RateLimitExceeded"},5]', 'again in 5 s', false],
    ['[503,{}]', 'again later', false],
    ['[401,{"code":"NoJwt"}]', 'held', false],
    ['', '…', true],
  ])('says of each line what the relay answered: %s', async (answer, words, isGood) => {
    const batch = await batchIn([event('first'), event('second')].join('\n'));
    if (!batch) throw new Error('Nothing was sent');

    writeOutcomes(batch, `[200,{}]\n${answer}\n`);

    const [first, second] = batch.lines as [BatchLine, BatchLine];
    expect(outcomeInWords(second, false)).toBe('waits');
    expect([outcomeInWords(first, true), outcomeInWords(second, true), isWell(second)]).toEqual([
      'delivered',
      words,
      isGood,
    ]);
  });
});
