// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { saved, startShop } from '../support/saved-messages.js';
import { until } from '../support/until.js';
import { ada } from '../support/visits.js';

describe('<tidings-inbox>', () => {
  const lines = (element: Element) =>
    [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map((line) => line.textContent);

  it('lists, marks apart from the title, and deletes; text is text', async () => {
    const { visit, start } = startShop([saved('a', { inboxMetadata: { title: '<b>Sale</b>' } }), saved('b')]);
    const client = visit();
    await client.identify(ada);

    const { close } = start(client, { texts: { unread: 'Neu' } });
    const element = document.createElement('tidings-inbox');
    document.body.append(element);
    onTestFinished(() => element.remove());

    await until(() => expect(lines(element)).toHaveLength(2));
    expect(lines(element)[0]).toContain('Neu <b>Sale</b>');
    element.shadowRoot?.querySelector<HTMLElement>('li .remove')?.click();
    await until(() => expect(lines(element)).toHaveLength(1));
    close();
    expect(lines(element)).toEqual([]);
  });

  it('says that there is nothing', async () => {
    const { visit, start } = startShop([]);
    const client = visit();
    await client.identify(ada);
    start(client);
    const element = document.createElement('tidings-inbox');
    document.body.append(element);
    onTestFinished(() => element.remove());

    await until(() =>
      expect(element.shadowRoot?.querySelector('[role=status]')?.textContent).toBe('No messages'),
    );
  });
});
