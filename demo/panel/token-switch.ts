import { setup } from '../shop/scripts/page.js';
import type { Part, Scene } from './scene.js';
import { shopServer } from './shop-server.js';
import { press, switchOf } from './switch.js';

/** Makes the visitor's token void, and lets the SDK find out. */
export function tokenSwitch({ client, notes, tokens }: Scene): Part {
  let before = -1;

  async function expire() {
    await shopServer.post('/trouble/token');
    before = tokens.count;
    tell('The token is void. Something is sent with it now…');
    await client.track('token-tried');
  }

  const button = press('Make the token void', () => {
    expire().catch((error: unknown) => tell((error as Error).message));
  });
  const { element, tell } = switchOf(
    button,
    'As when someone changes their password. The service refuses the next call with 401; the SDK gets a new token from the shop’s server and repeats it.',
  );
  button.disabled = !setup.user;
  if (!setup.user) tell('Log in first: nobody has no token.');

  notes.watch((told) => {
    if (before < 0 || told.what !== 'delivered' || told.event.kind !== 'custom') return;
    if (told.event.name !== 'token-tried' || tokens.count === before) return;
    tell('Refused with 401, then a new token came, and the event arrived. The visitor noticed nothing.');
    before = -1;
  });
  return { element, draw: () => {} };
}
