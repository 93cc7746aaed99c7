import type { TrackedEvent } from 'tidings';
import type { Part, Scene } from './scene.js';
import { press, switchOf } from './switch.js';

/** Longer than the service takes any name. */
const NONSENSE = 'nonsense-'.repeat(40);

/** Records something that the service will never take. */
export function refusalSwitch({ client, way }: Scene): Part {
  const { element, tell } = switchOf(
    press('Record nonsense', () => void client.track(NONSENSE)),
    'An event with a name of 360 letters. The service will never take it, so it is given up, counted, and the reason told.',
  );

  const isOurs = (event: TrackedEvent) => event.kind === 'custom' && event.name === NONSENSE;
  // The relay knows how long a name may be, and asks nobody.
  const whose = way === 'relay' ? 'the relay’s' : 'the service’s own';
  client.on('recorded', (event) => {
    if (isOurs(event)) tell('It is on this device, and waits for its turn.');
  });
  client.on('dropped', ({ event, reason }) => {
    if (isOurs(event)) tell(`Given up, with ${whose} word for why: ${reason}.`);
  });
  return { element, draw: () => {} };
}
