// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { HOST } from '../../src/host/host.js';
import { startInspector } from '../../src/inspector.js';
import { ada, calm, startVisits } from '../support/visits.js';

beforeEach(() => {
  // happy-dom has none.
  const Observer = class {
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('PerformanceObserver', Observer);
  return () => vi.unstubAllGlobals();
});

type Inside = Record<symbol, { base: { fetch: unknown }; features: Map<string, unknown> }>;

it('an inspector that is closed amid a call leaves the client what it calls by', async () => {
  const { visit } = startVisits();
  let answer: (response: Response) => void = () => {};
  const fetch = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  const client = visit({ fetch });
  await client.identify(ada);
  const inspector = startInspector(client);
  await client.track('a');
  void client.flush().catch(() => {}); // It is closed amid that.
  await expect.poll(() => fetch.mock.calls.length).toBe(1);
  const { base } = (client as unknown as Inside)[HOST] ?? expect.fail('It has no host');
  expect(base.fetch).not.toBe(fetch);

  inspector.close();
  answer(Response.json({ code: 'Success' }));
  await calm();

  expect(base.fetch).toBe(fetch);
});

/** The roots that are attached from now on, also those that a page does not see into. */
function keptRoots(): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (how) {
    roots.push(attachShadow.call(this, how));
    return roots.at(-1) as ShadowRoot;
  };
  onTestFinished(() => void (Element.prototype.attachShadow = attachShadow));
  return roots;
}

it('what cannot be drawn keeps nothing else from being drawn', async () => {
  const roots = keptRoots();
  const client = startVisits().visit();
  await client.identify(ada);
  const { features } = (client as unknown as Inside)[HOST] ?? expect.fail('It has no host');
  features.set('in-app', { feature: { messages: [{ message: {}, state: 'kept' }] }, options: '{}' });
  const inspector = startInspector(client);
  onTestFinished(() => inspector.close());

  const detail = { messageId: 'message-1', element: document.body, isCounted: true };

  dispatchEvent(new CustomEvent('tidings-seen', { detail }));

  await expect.poll(() => roots[0]?.textContent).toContain('message message- once');
});

it('an inspector shows its sections, and those of the page, also where nothing can be counted', async () => {
  const roots = keptRoots();
  const client = startVisits().visit();
  client.stats = () => Promise.reject(new Error('The device is gone'));
  const inspector = startInspector(client);
  onTestFinished(() => inspector.close());

  await expect.poll(() => roots[0]?.querySelector('#body')?.className).toBe('drawn');

  expect(roots[0]?.querySelector('.brief')?.textContent).toBe('Nothing can be counted');
});

it('an inspector that cannot begin leaves the client as it was, however often it is tried', async () => {
  const { visit, sent } = startVisits();
  const client = visit();
  await client.identify(ada);
  const { base } = (client as unknown as Inside)[HOST] ?? expect.fail('It has no host');
  const { fetch } = base;
  vi.stubGlobal('CSSStyleSheet', undefined);
  for (let time = 0; time < 3; time++) expect(() => startInspector(client)).toThrow();

  await client.track('a');
  await client.flush();

  expect(sent('/track')).toHaveLength(1);
  expect(base.fetch).toBe(fetch);
  expect(document.querySelector('tidings-inspector')).toBe(null);
});
