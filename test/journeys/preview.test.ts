// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startInApp } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, calm, listen, startVisits } from '../support/visits.js';

/** A page that is opened for a preview, of a visitor to whom the service has sent a message that comes by itself. */
async function startPreview(given: Partial<InAppMessage>) {
  const { line, service, visit, sent } = startVisits();
  const view = { kind: 'modal', title: 'Real' };
  const message = { messageId: 'a', customPayload: { tidings: { view } } };
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const isRead = new URL(request.url).pathname.endsWith('/inApp/web/getMessages');
    return isRead ? Promise.resolve(Response.json({ inAppMessages: [message] })) : service.fetch(request);
  };
  history.replaceState({}, '', '?tidings-preview=abc');
  onTestFinished(() => history.replaceState({}, '', location.pathname));
  const client = visit();
  await client.identify(ada);
  const { error } = listen(client);
  const inApp = startInApp(client, { interval: 0, getPreview: () => given });
  onTestFinished(() => inApp.close());
  return { client, inApp, error, sent };
}

const badge = () => document.querySelector('tidings-preview');

describe('a preview', () => {
  it('that cannot be shown is told, also when it is asked for again, and leaves nothing behind', async () => {
    const settings = { position: 'Nowhere' as never };
    const { inApp, error } = await startPreview({
      content: { html: '<p>Hello</p>', webInAppDisplaySettings: settings },
    });
    await until(() => expect(error).toHaveLength(1));

    badge()?.shadowRoot?.querySelector('button')?.click();
    expect(error).toHaveLength(2);
    inApp.close();
    await calm();

    expect(badge()).toBeNull();
  });

  it.each([
    ['has nothing to show', { content: {} }],
    ['is data alone', { content: { html: '<p>Hello</p>' }, jsonOnly: true }],
  ])('of a message that %s is told, and shows no empty one', async (_, given) => {
    const { error } = await startPreview(given);
    await until(() => expect(error).toHaveLength(1));

    await calm();

    expect(String(error[0])).toContain('it has no html');
    expect(document.querySelector('tidings-message')).toBeNull();
    expect(badge()).toBeNull();
  });

  it('tells the service nothing, whatever else the page does with its messages', async () => {
    const { client, inApp, sent } = await startPreview({ content: { html: '<p>Hello</p>' } });
    await until(() => expect(badge()).not.toBeNull());

    inApp.pause();
    await inApp.refresh();
    inApp.resume();
    await calm();
    await client.flush();

    expect(sent('/trackInAppDelivery')).toEqual([]);
    expect(document.querySelectorAll('tidings-message')).toHaveLength(1);
  });
});
