import { setup } from '../shop/scripts/page.js';
import type { Call } from './network.js';
import type { Part, Scene } from './scene.js';
import { shopServer } from './shop-server.js';
import { press, switchOf } from './switch.js';

const ABOUT = {
  direct:
    'As when someone changes their password. The service refuses the next call with 401; the SDK gets a new token from the shop’s server and repeats it.',
  relay:
    'As when someone changes their password. The service refuses the relay’s next call with 401; the relay signs a new token and repeats it.',
};

/** Makes the visitor's token void, and lets the SDK, or the relay, find out. */
export function tokenSwitch({ client, inApp, network, tokens, way }: Scene): Part {
  let before = -1;

  async function expire() {
    await shopServer.post('/trouble/token');
    before = tokens.count;
    tell('The token is void. Something is sent with it now…');
    // Of what goes by way of the relay, this is what needs a token.
    await (way === 'relay' ? inApp.refresh() : client.track('token-tried'));
  }

  const button = press('Make the token void', () => {
    expire().catch((error: unknown) => tell((error as Error).message));
  });
  const { element, tell } = switchOf(button, ABOUT[way]);
  button.disabled = !setup.user;
  if (!setup.user) tell('Log in first: nobody has no token.');

  function end(words: string) {
    tell(words);
    before = -1;
  }
  network.watch((call) => {
    if (before >= 0 && call && isMended(call))
      end('Refused with 401, then the relay signed a new token, and the answer came. The page has none.');
  });
  client.on('delivered', (event) => {
    if (before < 0 || event.kind !== 'custom') return;
    if (event.name !== 'token-tried' || tokens.count === before) return;
    end('Refused with 401, then a new token came, and the event arrived. The visitor noticed nothing.');
  });
  return { element, draw: () => {} };
}

/** Whether the service refused the relay a call, and answered it after all. */
function isMended({ serviceCalls = [], status }: Call): boolean {
  return status === 200 && serviceCalls.some((call) => call.status === 401);
}
