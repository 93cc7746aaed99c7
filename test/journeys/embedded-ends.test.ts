// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbedded, type Client, type EmbeddedMessage } from '../../src/index.js';
import { ada, become, calm, leave, listen, startVisits, takeTime } from '../support/visits.js';

const message: EmbeddedMessage = {
  metadata: { messageId: 'a', placementId: 1 },
  elements: { title: 'Hello' },
};

/** A page that shows a message, of which the test says whether it is in view; `refuse` says what its browser refuses. */
async function startPage(refuse = () => {}) {
  const { pass } = takeTime();
  const { line, service, visit, openTab, sent } = startVisits();
  refuse();
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const isRead = new URL(request.url).pathname.endsWith('/embedded-messaging/messages');
    const placements = [{ placementId: 1, embeddedMessages: [message] }];
    return isRead ? Promise.resolve(Response.json({ placements })) : service.fetch(request);
  };
  let hear: (entries: object[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: typeof hear) {
        hear = listener;
      }
      observe() {}
      disconnect() {
        hear = () => undefined;
      }
    },
  );
  const box = { left: 0, top: 0, right: 100, bottom: 100, width: 100, height: 100 };
  const element = document.createElement('div');
  element.getBoundingClientRect = () => box as DOMRect;
  // Of which this document knows nothing.
  const style = { opacity: '1' } as CSSStyleDeclaration;
  const look = vi.spyOn(globalThis, 'getComputedStyle').mockReturnValue(style);
  document.elementsFromPoint = () => [element];
  document.body.append(element);
  onTestFinished(() => {
    element.remove();
    Reflect.deleteProperty(document, 'elementsFromPoint');
    look.mockRestore();
  });
  const client = visit();
  await client.identify(ada);
  const embedded = startEmbedded(client, { placements: [1] });
  onTestFinished(() => embedded.close());
  await pass(1_000);
  embedded.visible(message, element);
  const comeIntoView = () =>
    hear([{ intersectionRect: box, boundingClientRect: box, rootBounds: { width: 1_000, height: 1_000 } }]);
  return { client, embedded, visit, openTab, pass, sent, comeIntoView, look };
}

describe('embedded messages that have ended', () => {
  it.each([
    ['by themselves', (_: Client, close: () => void) => close()],
    ['with their client', (client: Client) => client.close()],
  ])('%s have told of what was seen', async (_, end) => {
    const { client, embedded, visit, pass, sent, comeIntoView } = await startPage();
    const { error } = listen(client);
    comeIntoView();
    await pass(2_000);

    end(client, embedded.close);
    await calm();
    await visit().flush();

    expect(error).toEqual([]);
    expect(sent('/events/session')).toHaveLength(1);
  });

  it('look at nothing any more, whatever comes into view', async () => {
    const { embedded, pass, comeIntoView, look } = await startPage();
    embedded.close();
    await pass(1_000);
    look.mockClear();

    comeIntoView();
    await pass(10_000);

    expect(look).not.toHaveBeenCalled();
  });

  it.each([
    ['there is no `localStorage`', () => void vi.stubGlobal('localStorage', undefined)],
    ['there is no IndexedDB', () => void vi.stubGlobal('indexedDB', undefined)],
    ['IndexedDB cannot be opened', () => void vi.spyOn(indexedDB, 'open').mockImplementation(refused)],
  ])('have told once of what was seen, as their page is left, where %s', async (_, refuse) => {
    const { openTab, pass, sent, comeIntoView } = await startPage(refuse);
    comeIntoView();
    await pass(2_000);

    leave();
    become('hidden');
    await pass(2_000);
    await (await openTab()).flush();

    expect(sent('/events/session')).toHaveLength(1);
  });

  it('have told once of what was seen, where their page is left with room in `localStorage` for that alone', async () => {
    const { client, embedded, openTab, pass, sent, comeIntoView } = await startPage();
    comeIntoView();
    await pass(2_000);
    const disk = localStorage;
    let room = 1;
    function setItem(key: string, text: string) {
      if (key.includes(' last ') && room-- < 1) throw new DOMException('It is full', 'QuotaExceededError');
      disk.setItem(key, text);
    }
    const own = { setItem, getItem: disk.getItem.bind(disk), removeItem: disk.removeItem.bind(disk) };
    const get = (_: Storage, name: keyof typeof own) => own[name];
    vi.stubGlobal(
      'localStorage',
      new Proxy(disk, { get: get as (of: Storage, name: string | symbol) => unknown }),
    );

    embedded.close();
    void client.track('a');
    leave();
    become('hidden');
    expect(room).toBeLessThan(1);
    await pass(2_000);
    await (await openTab()).flush();

    expect(sent('/events/session')).toHaveLength(1);
  });
});

function refused(): never {
  throw new DOMException('The operation is insecure', 'SecurityError');
}
