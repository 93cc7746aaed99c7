import type { Part, Scene } from './scene.js';
import { events, press, switchOf } from './switch.js';

/** Takes the network away, and gives it back. */
export function networkSwitch({ network, client }: Scene): Part {
  const button = press('Take the network away', () => network.setOffline(!network.isOffline));
  const { element, tell } = switchOf(
    button,
    'Nothing reaches the service any more. Go on shopping: what you do is kept on this device, also if you close it.',
  );
  let waited = 0;
  let backAt = 0;
  let wasOffline = network.isOffline;

  /** It may be said only once all has arrived all the same. */
  function sayTrouble() {
    if (backAt) tell('The network is back; the service is still in trouble.');
  }
  function label() {
    button.setAttribute('aria-pressed', String(wasOffline));
    button.textContent = wasOffline ? 'Give the network back' : 'Take the network away';
  }
  /** With each call that is made, too. */
  function show() {
    const { isOffline } = network;
    if (isOffline === wasOffline) return;
    wasOffline = isOffline;
    label();
    backAt = isOffline ? 0 : Date.now();
    if (isOffline) tell('There is no network. What you do now waits.');
    else client.flush().catch(sayTrouble);
  }

  network.watch(show);
  label();
  return {
    element,
    draw(depth) {
      if (network.isOffline) {
        waited = depth;
        if (depth)
          tell(`There is no network: ${events(depth)} ${depth === 1 ? 'waits' : 'wait'} on this device.`);
      } else if (backAt && depth === 0) {
        const seconds = ((Date.now() - backAt) / 1_000).toFixed(1);
        tell(
          waited
            ? `The network is back: ${events(waited)} that waited arrived within ${seconds} s. Nothing was lost.`
            : 'The network is back; nothing had to wait for it.',
        );
        waited = 0;
        backAt = 0;
      }
    },
  };
}
