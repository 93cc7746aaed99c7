import { onTestFinished } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { startInApp, type Client, type InAppOptions } from '../../src/index.js';
import { startVisits } from './visits.js';

/** A message that waits in the inbox. */
export const saved = (messageId: string, more: Partial<InAppMessage> = {}): InAppMessage => ({
  messageId,
  saveToInbox: true,
  trigger: { type: 'never' },
  inboxMetadata: { title: `About ${messageId}`, subtitle: 'More' },
  jsonOnly: false,
  createdAt: 1,
  ...more,
});

/** Visits to a page whose service has these messages for whoever asks. */
export function startShop(messages: InAppMessage[]) {
  const { line, service, visit, ...rest } = startVisits();
  const asked: string[] = [];
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.endsWith('/inApp/web/getMessages')) return service.fetch(request);
    asked.push(url.search);
    return Promise.resolve(Response.json({ inAppMessages: messages }));
  };

  function start(client: Client, options: InAppOptions = {}) {
    const inApp = startInApp(client, options);
    onTestFinished(() => inApp.close());
    return inApp;
  }
  return { ...rest, line, service, visit, start, asked };
}
