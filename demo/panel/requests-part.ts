import { make } from '../shop/scripts/page.js';
import type { ServiceCall } from '../shop/relay.js';
import { isWell, nameOfLine, outcomeInWords, type Batch, type BatchLine } from './batch.js';
import type { Call } from './network.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';

/** How many requests are drawn, and how many lines of one. */
const SHOWN = { requests: 6, lines: 12 };

/** What the page asked of the service, its relay and the shop's own server, and what they answered. */
export function requestsPart({ notes }: Scene): Part {
  const count = make('p', { class: 'panel-soft' });
  const list = make('ol', { class: 'panel-calls', ariaLabel: 'Requests, the latest first' });
  let drawnText = '';

  return {
    element: section('Requests', count, list),
    draw() {
      const { calls, counts } = notes.facts;
      count.textContent = `${counts.requests} in this tab’s visit`;
      const latest = calls.slice(-SHOWN.requests).reverse();
      const text = JSON.stringify(latest);
      if (text === drawnText) return;
      drawnText = text;
      list.replaceChildren(...latest.map(itemOf));
    },
  };
}

function itemOf(call: Call): HTMLElement {
  const { batch, path, serviceCalls } = call;
  if (!serviceCalls) return make('li', {}, rowOf(path, call));
  const name = batch ? inOne(batch.count) : path;
  const item = make('li', { class: 'relayed' }, rowOf(name, call));
  if (batch) item.append(linesOf(batch, call));
  if (batch ? serviceCalls.length : hasMoreToSay(call)) item.append(callsOf(serviceCalls));
  return item;
}

/** Whether what the relay called is more than what it was asked. */
function hasMoreToSay({ serviceCalls = [], status }: Call): boolean {
  return serviceCalls.length > 1 || serviceCalls.some((call) => call.status !== status);
}

function inOne(count: number): string {
  return count === 1 ? '1 event' : `${count} events at once`;
}

/** A request or a call in one row, and how it was answered. */
function rowOf(name: string, { status, took }: Pick<Call, 'status' | 'took'>): HTMLElement {
  const words = status === undefined ? '…' : status === 0 ? 'no answer' : String(status);
  const isGood = status === undefined || (status >= 200 && status < 300);
  return make(
    'div',
    { class: 'row' },
    make('span', { class: 'path' }, name.replace('/api/', '').replace('embedded-messaging', 'embedded')),
    make('span', { class: isGood ? 'status' : 'status bad' }, words),
    make('span', { class: 'took' }, took === undefined ? '' : `${took} ms`),
  );
}

/** What went in a request, a line each, and what became of it. */
function linesOf({ lines, count }: Batch, { status = 200 }: Call): HTMLElement {
  const list = make('ol', { class: 'batch', ariaLabel: 'What went in it' });
  list.append(...lines.slice(0, SHOWN.lines).map((line) => lineOf(line, status === 200)));
  const more = count - Math.min(lines.length, SHOWN.lines);
  if (more > 0) list.append(make('li', { class: 'panel-soft' }, `and ${more} more`));
  return list;
}

function lineOf(line: BatchLine, isHeard: boolean): HTMLElement {
  const state = isHeard && isWell(line) ? 'state' : 'state bad';
  return make(
    'li',
    {},
    make('span', { class: 'path' }, nameOfLine(line)),
    make('span', { class: state }, outcomeInWords(line, isHeard)),
  );
}

/** What the relay called for a request. */
function callsOf(calls: ServiceCall[]): HTMLElement {
  const list = make('ol', { class: 'onward', ariaLabel: 'What the relay called' });
  list.append(
    ...calls.map((call) => {
      const name = call.count === undefined ? call.path : `${call.path} of ${call.count}`;
      return make('li', {}, rowOf(name, call));
    }),
  );
  return list;
}
