import { make } from '../shop/scripts/page.js';
import type { Journey } from './notes.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';

/** Every event as a line that grows from the page over this device to the service. */
export function eventsPart({ notes }: Scene): Part {
  const list = make('ol', { class: 'panel-events', ariaLabel: 'Events, the latest first' });
  const none = make('p', { class: 'panel-soft' }, 'Nothing yet. Look at something in the shop.');
  const drops = make('ul', { class: 'panel-drops', ariaLabel: 'Given up, by reason' });
  const stations = make(
    'p',
    { class: 'panel-stations', ariaHidden: 'true' },
    ...['recorded', 'on this device', 'at the service'].map((words) => make('span', {}, words)),
  );
  const rows = new Map<string, Row>();

  return {
    element: section('Events', stations, list, none, drops),
    draw() {
      const { journeys, counts } = notes.facts;
      none.hidden = journeys.length > 0;
      stations.hidden = journeys.length === 0;
      const ids = new Set(journeys.map(({ id }) => id));
      for (const [id, { item }] of rows) {
        if (ids.has(id)) continue;
        item.remove();
        rows.delete(id);
      }
      for (const journey of journeys) {
        const row = rows.get(journey.id) ?? newRow();
        if (!rows.has(journey.id)) list.prepend(row.item);
        rows.set(journey.id, row);
        row.write(journey);
      }
      const reasons = Object.entries(counts.drops).map(([reason, count]) => `${count} given up: ${reason}`);
      if (drops.textContent !== reasons.join(''))
        drops.replaceChildren(...reasons.map((words) => make('li', {}, words)));
    },
  };
}

interface Row {
  item: HTMLLIElement;
  write(journey: Journey): void;
}

function newRow(): Row {
  const name = make('span', { class: 'name' });
  const state = make('span', { class: 'state' });
  const item = make(
    'li',
    {},
    name,
    state,
    make('span', { class: 'track', ariaHidden: 'true' }, make('span')),
  );
  return {
    item,
    write(journey) {
      name.textContent = journey.name;
      state.textContent = inWords(journey);
      // The line starts where the page is, and moves once it has been painted there.
      requestAnimationFrame(() => (item.dataset['state'] = journey.state));
    },
  };
}

function inWords(journey: Journey): string {
  const { state, recordedAt, endedAt = recordedAt, reason = '', isElsewhere, wasHanded } = journey;
  const tab = wasHanded ? ', by another tab' : isElsewhere ? ', of another tab' : '';
  if (state === 'delivered') return `${timeIn(endedAt - recordedAt)}${tab}`;
  if (state === 'dropped') return `given up: ${reason}`;
  return (state === 'sending' ? 'on its way' : 'waits') + tab;
}

function timeIn(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
