// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PushOptions } from '../../src/index.js';
import { createAsking } from '../../src/push/prompt/asking.js';
import { keepBell } from '../../src/push/prompt/bell.js';
import { hostOf } from '../../src/host/host-of.js';
import { setup } from '../support/push-visits.js';
import { ada, bob, calm } from '../support/visits.js';

const prompt: PushOptions['prompt'] = {
  categories: [
    { messageTypeId: 1, name: 'Orders' },
    { messageTypeId: 2, name: 'Offers' },
  ],
};

/** What this document's elements do not do by themselves. */
function installPopovers() {
  function togglePopover(this: HTMLElement, isWanted: boolean) {
    const newState = isWanted ? 'open' : 'closed';
    this.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
  }
  Object.assign(HTMLElement.prototype, { togglePopover });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'togglePopover'));
}

/** A page of Ada with a bell, whose panel is open. */
async function openBell() {
  const { visit, start, visitor } = setup();
  installPopovers();
  const client = visit();
  await client.identify(ada);
  const push = start(client);
  const told: unknown[] = [];
  client.on('recorded', ({ kind, ...event }) => kind === 'subscriptions' && told.push(event));
  const element = document.createElement('div');
  document.body.append(element);
  const asking = createAsking(element, {
    ...{ push, client, prompt },
    host: hostOf(client),
    events: new Set(),
  });
  const stop = keepBell(asking);
  onTestFinished(() => {
    stop();
    element.remove();
  });
  asking.panel.open();
  await calm();
  const boxes = () => [...asking.panel.section.querySelectorAll('input')];
  return { client, asking, boxes, told, visitor };
}

describe('what a visitor chooses of pushes', () => {
  it('is not the choice of another who comes while the browser asks', async () => {
    const { client, asking, told, visitor } = await openBell();
    let allow: (() => void) | undefined;
    Notification.requestPermission = () =>
      new Promise((resolve) => {
        allow = () => resolve((visitor.permission = 'granted'));
      });
    const done = asking.yes();
    await client.identify(bob);

    allow?.();

    await done;
    await calm();
    expect(told).toEqual([]);
  });

  it('and has not said yet is gone with them', async () => {
    const { client, asking, boxes } = await openBell();
    boxes().forEach((box) => (box.checked = false));

    await client.identify(bob);
    await calm();
    asking.panel.open();
    await calm();

    expect(boxes().map(({ checked }) => checked)).toEqual([true, true]);
  });
});
