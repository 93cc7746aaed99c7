// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Scene } from '../../demo/panel/scene.js';

it('goes on saying that nothing was lost, where a first try is known to have failed only after that', async () => {
  document.body.innerHTML = '<script id="setup" type="application/json">{}</script>';
  const { networkSwitch } = await import('../../demo/panel/network-switch.js');
  const { createNetwork } = await import('../../demo/panel/network.js');
  const network = createNetwork('/tidings');
  let fail = () => {};
  const flush = () => new Promise<void>((_, reject) => (fail = () => reject(new Error('503'))));
  const { element, draw } = networkSwitch({ network, client: { flush } } as unknown as Scene);
  const button = element.querySelector('button');
  const outcome = () => element.querySelector('.panel-outcome')?.textContent;

  button?.click();
  draw(3);
  expect(outcome()).toBe('There is no network: 3 events wait on this device.');
  button?.click();
  draw(0);
  fail();
  await Promise.resolve();

  expect(outcome()).toMatch(/3 events that waited arrived within [\d.]+ s\. Nothing was lost\.$/);
});
