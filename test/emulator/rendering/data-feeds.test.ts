import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { setup } from '../support/content.js';

const email = 'ada@example.com';

/** A running campaign whose template shows what a feed tells of Ada's city, and what the feed was asked. */
async function withFeed(
  answer: (...request: Parameters<typeof fetch>) => Response | Promise<Response>,
  changes: object = {},
) {
  const asked: string[] = [];
  const tools = setup({
    fetch: async (input, init) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return answer(input, init);
    },
  });
  const { admin } = tools;
  tools.put('dataFeeds', 7, { id: 7, name: 'Weather', url: 'https://feed.example/{{city}}' });
  const listId = await tools.list(email, 'bob@example.com');
  await admin.users.update({ email, dataFields: { city: 'Rome' } });
  const { templateIds } = await admin.templates.email.upsert({
    clientTemplateId: 'weather',
    html: '{{city}}: {{weather}}',
    mergeDataFeedContext: true,
    dataFeedIds: [7],
    ...changes,
  });
  const templateId = templateIds[0] ?? 0;
  const { campaignId } = await admin.campaigns.create({ name: 'Weather', templateId });
  await admin.campaigns.activateTriggered({ campaignId });
  const shown = () => tools.messages().map(({ content }) => content['html']);
  return { ...tools, asked, campaignId, templateId, listId, shown };
}

const sunny = () => Response.json({ weather: 'sun', city: 'Nowhere' });

describe('a message whose template has data feeds (Templates)', () => {
  it('is sent with what they answer, after which the fields of its person go', async () => {
    const { admin, asked, campaignId, emulator, shown } = await withFeed(sunny);

    await admin.email.target({ campaignId, recipientEmail: email });
    await emulator.settle();

    expect(asked).toEqual(['https://feed.example/Rome']);
    expect(shown()).toEqual(['Rome: sun']);
    expect(emulator.inspect.events('emailSend')).toMatchObject([{ email }]);
  });

  it('has [[field]] where feeds are not merged (mergeDataFeedContext)', async () => {
    const changes = { html: '{{city}}: [[weather]]{{weather}}', mergeDataFeedContext: false };
    const { admin, campaignId, emulator, shown } = await withFeed(sunny, changes);

    await admin.email.target({ campaignId, recipientEmail: email });
    await emulator.settle();

    expect(shown()).toEqual(['Rome: sun']);
  });

  it.each(['[[weather]]', '[weather]]', '[[[weather]]]'])(
    'takes a profile that says %s at its word',
    async (city) => {
      const html = '[{{city}} [{{{city}}} [[weather]]';
      const changes = { html, mergeDataFeedContext: false };
      const { admin, campaignId, emulator, shown } = await withFeed(sunny, changes);
      await admin.users.update({ email, dataFields: { city } });

      await admin.email.target({ campaignId, recipientEmail: email });
      await emulator.settle();

      expect(shown()).toEqual([`[${city} [${city} sun`]);
    },
  );

  it('is counted with its campaign once it is sent', async () => {
    const { admin, emulator, shown, templateId, listId } = await withFeed(sunny);
    const { campaignId: id } = await admin.campaigns.create({ name: 'Blast', templateId, listIds: [listId] });

    emulator.clock.advance(60_000);
    await emulator.settle();

    expect(shown()).toEqual(['Rome: sun', 'Nowhere: sun']);
    expect(await admin.campaigns.get({ id })).toMatchObject({ sendSize: 2, campaignState: 'Finished' });
  });

  it.each([
    ['answers 500', () => new Response('no', { status: 500 })],
    ['answers no JSON', () => new Response('no')],
    ['does not answer', () => Promise.reject(new TypeError('no network'))],
  ])('is skipped when one of them %s', async (_, answer) => {
    const { admin, campaignId, emulator, shown } = await withFeed(answer);

    await admin.email.target({ campaignId, recipientEmail: email });
    await emulator.settle();

    expect(shown()).toEqual([]);
    expect(emulator.inspect.events('emailSendSkip')).toMatchObject([{ fields: { reason: 'DataFeedError' } }]);
  });

  it.each([
    ['until it answers', [503, 0, 200], 3, ['Rome: sun']],
    ['three times at most', [503, 500, 429, 200], 3, []],
    ['once when it answers that there is nothing', [404, 200], 1, []],
  ])('asks a feed that cannot answer just now %s', async (_, statuses, times, expected) => {
    const { admin, asked, campaignId, emulator, shown } = await withFeed(() => {
      const status = statuses.shift() ?? 200;
      if (!status) throw new TypeError('fetch failed');
      // However long it asks for: a message waits.
      return status === 200 ? sunny() : new Response('no', { status, headers: { 'Retry-After': '60' } });
    });

    await admin.email.target({ campaignId, recipientEmail: email });
    await emulator.settle();

    expect(asked).toHaveLength(times);
    expect(shown()).toEqual(expected);
  });

  it('waits for a feed no longer than five seconds, also in the middle of its answer', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    const { baseUrl: url, arrivals } = await serve((response) => void response.write('{"weather":'));
    let isAnswered = false;
    const { admin, campaignId, emulator, put } = await withFeed(async (...request) => {
      const response = await fetch(...request);
      isAnswered = true;
      return response;
    });
    put('dataFeeds', 7, { id: 7, name: 'Weather', url });
    await admin.email.target({ campaignId, recipientEmail: email });
    await until(() => expect(isAnswered).toBe(true));

    collectGarbage();
    time.abort(new DOMException('5 s are over', 'TimeoutError'));
    await emulator.settle();

    expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
    expect(arrivals).toHaveLength(1);
    expect(emulator.inspect.events('emailSendSkip')).toMatchObject([{ fields: { reason: 'DataFeedError' } }]);
  });

  it('is not sent to someone who was deleted while they answered', async () => {
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => (answer = resolve));
    const { admin, campaignId, emulator, shown } = await withFeed(() => answered);
    await admin.email.target({ campaignId, recipientEmail: email });

    await admin.users.deleteByEmail({ email });
    answer(sunny());
    await emulator.settle();

    expect(shown()).toEqual([]);
    expect(emulator.inspect.events().filter((event) => event.email === email)).toEqual([]);
  });

  it('shows them in a proof too', async () => {
    const { admin, shown, templateId } = await withFeed(sunny);
    await admin.templates.email.proof({ templateId, recipientEmail: email });
    expect(shown()).toEqual(['Rome: sun']);
  });
});
