import type { Part, Scene } from './scene.js';
import { press, switchOf } from './switch.js';

/** Longer than the service takes any name. */
const NONSENSE = 'nonsense-'.repeat(40);

/** Records something that the service will never take. */
export function refusalSwitch({ client, notes, way }: Scene): Part {
  const { element, tell } = switchOf(
    press('Record nonsense', () => void client.track(NONSENSE)),
    'An event with a name of 360 letters. The service will never take it, so it is given up, counted, and the reason told.',
  );

  notes.watch((told) => {
    if (told.what === 'call' || told.event.kind !== 'custom' || told.event.name !== NONSENSE) return;
    // The relay knows how long a name may be, and asks nobody.
    const whose = way === 'relay' ? 'the relay’s' : 'the service’s own';
    if (told.what === 'dropped') tell(`Given up, with ${whose} word for why: ${told.reason}.`);
    else tell('It is on this device, and waits for its turn.');
  });
  return { element, draw: () => {} };
}
