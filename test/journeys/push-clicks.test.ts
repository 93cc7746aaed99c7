// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { setup } from '../support/push-visits.js';
import { until } from '../support/until.js';
import { ada, bob, calm, offline, onDevice, takeTime } from '../support/visits.js';

describe('a click on a push', () => {
  const sale = { title: 'Sale', messageId: 'm1', campaignId: 7, templateId: 8, url: '/sale' };

  it('of a campaign that the service sends arrives there', async () => {
    const { turnOn, work, push, click, service, opened } = setup();
    work({
      read: (json) => {
        const { title, message, messageId, campaignId } = json as Record<string, unknown>;
        return { title, body: message, messageId, campaignId };
      },
    });
    const { client } = await turnOn();
    await client.flush();
    const post = async (path: string, body: object) => {
      const headers = { 'Api-Key': service.keys.server, 'Content-Type': 'application/json' };
      const answer = await service.fetch(`http://service/api/${path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      await service.settle();
      return (await answer.json()) as { msg: string; campaignId: number };
    };
    const template = { clientTemplateId: 'stock', title: 'Back in stock', message: 'Look, {{email}}' };
    const { msg } = await post('templates/push/upsert', template);
    const [templateId] = /\d+$/.exec(msg) ?? [];
    const { campaignId } = await post('campaigns/create', { name: 'Stock', templateId: Number(templateId) });
    await post('campaigns/activateTriggered', { campaignId });
    await post('webPush/target', { campaignId, recipientEmail: ada.email });
    const [message] = service.inspect.rows('messages') as { messageId: string; content: object }[];

    await push({ ...message?.content, messageId: message?.messageId, campaignId });
    await click();

    expect(opened).toHaveLength(1);
    expect(service.inspect.events('webPushClick')).toMatchObject([
      { ...ada, fields: { messageId: message?.messageId, campaignId } },
    ]);
  });

  it('is delivered from the worker, and counted with the rest', async () => {
    const { turnOn, work, push, click, clicks, service } = setup();
    work();
    const { client } = await turnOn();
    await client.flush();
    const before = await client.stats();
    await push(sale);

    await click();

    expect(clicks()).toEqual([[ada.email, 'm1']]);
    expect(service.inspect.events('webPushClick')).toMatchObject([
      { fields: { campaignId: 7, templateId: 8 } },
    ]);
    const { waiting, delivered } = await client.stats();
    expect([waiting, delivered - before.delivered]).toEqual([0, 1]);
  });

  it('offline is delivered once the network is back, by Background Sync', async () => {
    const { turnOn, work, push, click, clicks, line, service, syncs, happen } = setup();
    work();
    await turnOn();
    await push(sale);
    line.fetch = offline;
    await click();
    expect(clicks()).toEqual([]);
    expect(syncs).toHaveLength(1);
    await expect(happen('sync', { tag: syncs[0] })).rejects.toThrow('Not all was delivered');

    line.fetch = service.fetch;
    // The page may have met the same trouble, and everything waits for a moment after that.
    const sync = () =>
      happen('sync', { tag: syncs[0] }).then(
        () => 'done',
        () => 'comes back',
      );
    await expect.poll(sync).toBe('done');

    expect(clicks()).toEqual([[ada.email, 'm1']]);
  });

  it('that a page is sending lets Background Sync come back, since the page may end', async () => {
    const { turnOn, work, push, click, clicks, tell, openWindow, line, service, syncs, happen } = setup();
    work();
    await turnOn();
    const window = openWindow(location.href);
    await push(sale);
    line.fetch = offline;
    await click();
    let letGo = () => {};
    line.fetch = vi.fn<typeof fetch>(async (...call) => {
      await new Promise<void>((go) => (letGo = go));
      return service.fetch(...call);
    });
    tell(window.told[0]);
    await until(() => expect(line.fetch).toHaveBeenCalled());

    await expect(happen('sync', { tag: syncs[0] })).rejects.toThrow('Not all was delivered');

    letGo();
    await until(() => expect(clicks()).toEqual([[ada.email, 'm1']]));
  });

  it.each([
    ['nothing', null],
    ['the page of a captive portal', '<html>Log in</html>'],
    ['JSON without a word', '{}'],
    ['JSON with a word of another’s', '{"code":"LoginRequired"}'],
  ])('that is answered by another than the service, with %s, waits for the service', async (_, body) => {
    const { turnOn, work, push, click, clicks, line, service, syncs, happen } = setup();
    work();
    await turnOn();
    await push(sale);
    line.fetch = async () => new Response(body);
    await click();
    expect(syncs).toHaveLength(1);

    line.fetch = service.fetch;
    await happen('sync', { tag: syncs[0] });

    expect(clicks()).toEqual([[ada.email, 'm1']]);
  });

  it('offline is delivered by the next page, where there is no Background Sync', async () => {
    const { turnOn, work, push, click, clicks, line, service, worker, visit } = setup();
    delete worker.registration.sync;
    work();
    const { client } = await turnOn();
    await push(sale);
    line.fetch = offline;
    await click();
    client.close();
    line.fetch = service.fetch;

    await visit().flush();

    expect(clicks()).toEqual([[ada.email, 'm1']]);
  });

  it('waits for a page where the worker has no tokens', async () => {
    const { turnOn, work, push, click, clicks, openWindow, tell } = setup();
    work({ getToken: undefined });
    await turnOn();
    const window = openWindow('https://elsewhere.example.com/');
    await push(sale);
    await click();
    expect(clicks()).toEqual([]);

    tell(window.told[0]);

    await until(() => expect(clicks()).toEqual([[ada.email, 'm1']]));
  });

  it('outlives a worker that is killed while it sends', async () => {
    const { during } = takeTime();
    const { turnOn, work, push, click, clicks, line, service, visit } = setup();
    work();
    const { client } = await turnOn();
    await push(sale);
    line.fetch = () => new Promise(() => {}); // The worker ends here: nothing of it goes on.
    void click();
    await calm();
    line.fetch = service.fetch;
    client.close();
    const next = visit({ uncertain: 'resend' });

    await during(next.flush());

    expect(clicks()).toEqual([[ada.email, 'm1']]);
  });

  it.each([
    ['another user', (service: ReturnType<typeof setup>['service']) => service.signToken(bob)],
    ['nobody', async () => undefined],
  ])('is not sent with the token of %s', async (_, token) => {
    const { turnOn, work, push, click, clicks, sent, service } = setup();
    work({ getToken: () => token(service) });
    await turnOn();
    await push(sale);

    await click();

    expect(sent('trackWebPushClick')).toEqual([]);
    expect(clicks()).toEqual([]);
  });

  it('after a log-out is still of the one whom it was shown to', async () => {
    const { turnOn, work, push, click, clicks, shown } = setup();
    work();
    const { client } = await turnOn();
    await push(sale);
    const [notification] = shown;
    void client.reset();
    await client.identify(bob);
    await calm();

    await click('', notification);

    // The page, which had just sent what came with the log-out, may be the one to send it.
    await until(() => expect(clicks()).toEqual([[ada.email, 'm1']]));
  });

  it('after consent was taken back is not kept', async () => {
    const { turnOn, work, push, click, sent, shown } = setup();
    work();
    const { client } = await turnOn();
    await push(sale);
    const [notification] = shown;
    void client.consent('denied');
    await calm();

    await click('', notification);
    await calm();

    expect(sent('trackWebPushClick')).toEqual([]);
    expect(JSON.stringify(await onDevice())).not.toMatch(/m1|ada/);
  });

  it('leaves the service alone while it asks for a pause', async () => {
    const { turnOn, work, push, click, sent, service, visit } = setup();
    work();
    const { client } = await turnOn();
    await push(sale);
    await client.flush();
    service.faults.add({ kind: 'status', status: 429, retryAfter: 60, times: 1 });
    await client.track('a');
    await client.flush().catch(() => undefined);

    await click();

    expect(sent('trackWebPushClick')).toEqual([]);
    expect((await visit().stats()).waiting).toBe(2);
  });
});
