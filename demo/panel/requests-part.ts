import { make } from '../shop/scripts/page.js';
import type { Call } from './network.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';

const SHOWN = 6;

/** What the page asked of the service and of the shop's own server, and what they answered. */
export function requestsPart({ notes }: Scene): Part {
  const count = make('p', { class: 'panel-soft' });
  const list = make('ol', { class: 'panel-calls', ariaLabel: 'Requests, the latest first' });
  let drawnText = '';

  return {
    element: section('Requests', count, list),
    draw() {
      const { calls, counts } = notes.facts;
      count.textContent = `${counts.requests} in this tab’s visit`;
      const latest = calls.slice(-SHOWN).reverse();
      const text = JSON.stringify(latest.map(({ id, startedAt, status }) => [id, startedAt, status]));
      if (text === drawnText) return;
      drawnText = text;
      list.replaceChildren(...latest.map(rowOf));
    },
  };
}

function rowOf({ path, status, took }: Call): HTMLElement {
  const words = status === undefined ? '…' : status === 0 ? 'no answer' : String(status);
  const isGood = status === undefined || (status >= 200 && status < 300);
  return make(
    'li',
    {},
    make('span', { class: 'path' }, path.replace('/api/', '')),
    make('span', { class: isGood ? 'status' : 'status bad' }, words),
    make('span', { class: 'took' }, took === undefined ? '' : `${took} ms`),
  );
}
