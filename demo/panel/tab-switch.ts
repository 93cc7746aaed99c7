import { make } from '../shop/scripts/page.js';
import type { Part, Scene } from './scene.js';
import { switchOf } from './switch.js';

/** Something that one tab tells the others. */
interface Told {
  what: 'recorded' | 'delivered';
  id: string;
  name: string;
}

/** Opens the shop in a second tab, and tells what that one does for this. */
export function tabSwitch({ client }: Scene): Part {
  const link = make(
    'a',
    { class: 'panel-button', href: '/', target: '_blank', rel: 'noopener' },
    'Open a second tab',
  );
  const { element, tell } = switchOf(
    link,
    'Both share the visitor, the cart and one outbox. One of them delivers for both; close it, and the other takes over.',
  );
  const channel = new BroadcastChannel('panel-tabs');
  const own = new Set<string>();

  for (const what of ['recorded', 'delivered'] as const) {
    client.on(what, (event) => {
      if (what === 'recorded') own.add(event.id);
      const name = event.kind === 'custom' ? event.name : event.kind;
      channel.postMessage({ what, id: event.id, name } satisfies Told);
    });
  }
  channel.addEventListener('message', ({ data }) => {
    const { what, id, name } = data as Told;
    if (what === 'recorded') tell(`“${name}” was recorded in another tab.`);
    else if (own.has(id)) tell(`Another tab has delivered “${name}” for this one.`);
  });

  return { element, draw: () => {} };
}
