// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import type { Host } from '../../src/host/host.js';
import type { MessageEvents } from '../../src/in-app/message-events.js';
import type { Heard } from '../../src/in-app/showing/frame.js';
import { createShowing } from '../../src/in-app/showing/showing.js';
import { takeTime } from '../support/visits.js';

const message: InAppMessage = { messageId: 'a', jsonOnly: false, content: { html: '<p>Hello</p>' } };

/** A message in a frame of which a test says what happens in it. */
function layOut() {
  const { pass } = takeTime();
  const found = vi.spyOn(document, 'elementFromPoint');
  found.mockImplementation(() => document.querySelector('tidings-message'));
  const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  box.mockReturnValue(new DOMRect(0, 0, 320, 200));
  let frame: { say: (said: Heard) => void; fail: (error: unknown) => void } | undefined;
  const reported: unknown[] = [];
  const onShown = vi.fn(async () => true);
  const fill = vi.fn();
  const showing = createShowing(message, 'in-app', {
    host: { report: (error: unknown) => reported.push(error) } as unknown as Host,
    events: { closed: () => Promise.resolve() } as unknown as MessageEvents,
    options: {},
    isAskedFor: false,
    onShown,
    onDeleted: () => undefined,
    now: Date.now,
    createView(options) {
      frame = options;
      return { element: document.createElement('div'), show: fill, link: () => undefined };
    },
  });
  onTestFinished(() => {
    showing.close('api');
    found.mockRestore();
    box.mockRestore();
  });
  const say = (is: string) => frame?.say({ is, count: 100, title: '', hrefs: [] });
  return { pass, say, fill, showing, fail: (error: unknown) => frame?.fail(error), onShown, reported };
}

/** The same, once it is wanted. */
function show() {
  const laidOut = layOut();
  laidOut.showing.show();
  return laidOut;
}

describe('a message', () => {
  it('that is laid out gets nothing that could ask for its pictures before it is to be shown', async () => {
    const { pass, fill, showing } = layOut();
    await pass(10_000);
    expect(fill).not.toHaveBeenCalled();

    showing.show();

    expect(fill).toHaveBeenCalledOnce();
  });

  it('is not told as opened before there is anything of it to see', async () => {
    const { pass, say, onShown } = show();
    await pass(10_000);
    expect(onShown).not.toHaveBeenCalled();

    say('built');
    await pass(1_000);

    expect(onShown).toHaveBeenCalledOnce();
  });

  it('that can show nothing is gone, and told of', async () => {
    const { pass, fail, onShown, reported } = show();

    fail(new Error('No file'));
    await pass(10_000);

    expect([onShown.mock.calls.length, reported.map(String)]).toEqual([0, ['Error: No file']]);
    expect(document.querySelector('tidings-message')).toBeNull();
  });
});
