import { describe, expect, it } from 'vitest';
import { showPushes, type PushWorker } from '../../src/push/show-pushes.js';

/** A service worker that notes what is asked of it. */
function setup() {
  const listeners = new Map<string, (event: never) => void>();
  const shown: [title: string, options: object][] = [];
  const opened: string[] = [];
  const worker: PushWorker = {
    location: { origin: 'https://shop.example.com' },
    registration: { showNotification: async (title, options) => void shown.push([title, options]) },
    clients: { openWindow: async (url) => void opened.push(url) },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  showPushes(worker);
  const waitUntil = (work: Promise<unknown>) => void work;
  const happen = (type: string, event: object) => listeners.get(type)?.({ ...event, waitUntil } as never);
  return {
    shown,
    opened,
    push: (text: string) => happen('push', { data: { text: () => text } }),
    pushNothing: () => happen('push', { data: null }),
    click: (data: unknown) => happen('notificationclick', { notification: { data, close() {} } }),
  };
}

describe('a web push', () => {
  it('is shown with its look, and remembers its page', () => {
    const { push, shown } = setup();
    push(JSON.stringify({ title: 'Sale', body: 'Today', image: '/sale.png', url: '/sale' }));
    expect(shown).toEqual([['Sale', { body: 'Today', image: '/sale.png', data: '/sale' }]]);
  });

  it.each(['hello', '7', 'null', '{"body":"no title"}'])(
    'that is not ours is shown as the text it is: %s',
    (text) => {
      const { push, shown } = setup();
      push(text);
      expect(shown).toMatchObject([[text, {}]]);
    },
  );

  it('without anything is still shown, as browsers demand', () => {
    const { pushNothing, shown } = setup();
    pushNothing();
    expect(shown).toHaveLength(1);
  });
});

describe('a click on it', () => {
  it.each([
    ['/sale', 'https://shop.example.com/sale'],
    ['https://example.com/a', 'https://example.com/a'],
    [undefined, 'https://shop.example.com/'],
    ['javascript:alert(1)', 'https://shop.example.com'],
    ['data:text/html,hi', 'https://shop.example.com'],
    ['https://', 'https://shop.example.com'],
    [{}, 'https://shop.example.com/'],
  ])('with %j opens %s', (data, page) => {
    const { click, opened } = setup();
    click(data);
    expect(opened).toEqual([page]);
  });
});
