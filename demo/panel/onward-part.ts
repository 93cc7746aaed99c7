import { make } from '../shop/scripts/page.js';
import type { ServiceCall } from '../shop/relay.js';
import type { Call } from './network.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';

/** How many requests are drawn. */
const SHOWN = 6;

/** What the relay called at the service for the requests of this page. */
export function onwardPart({ network, way }: Scene): Part {
  const list = make('ol', { class: 'panel-onward', ariaLabel: 'What the relay called, the latest first' });
  const none = make('p', { class: 'panel-soft' }, 'Nothing yet in this page.');
  const made = section('From the relay to the service', list, none);
  const items = new Map<string, HTMLElement>();
  made.hidden = way !== 'relay';
  list.hidden = true;

  network.watch((call) => {
    if (!call?.serviceCalls?.length) return;
    const item = itemOf(call);
    const before = items.get(call.id);
    items.set(call.id, item);
    if (before) before.replaceWith(item);
    else list.prepend(item);
    list.children[SHOWN]?.remove();
    list.hidden = false;
    none.hidden = true;
  });
  return { element: made, draw: () => {} };
}

function itemOf({ serviceCalls = [] }: Call): HTMLElement {
  return make('li', {}, ...serviceCalls.map(rowOf));
}

function rowOf({ path, count, status, took }: ServiceCall): HTMLElement {
  const name = path.replace('/api/', '').replace('embedded-messaging', 'embedded');
  const isGood = status === undefined || (status >= 200 && status < 300);
  const answer = status === undefined ? '…' : status === 0 ? 'no answer' : String(status);
  return make(
    'p',
    {},
    make('span', { class: 'name' }, count === undefined ? name : `${name} of ${count}`),
    ' ',
    make(
      'span',
      { class: isGood ? 'answer' : 'answer bad' },
      took === undefined ? answer : `${answer} · ${took} ms`,
    ),
  );
}
