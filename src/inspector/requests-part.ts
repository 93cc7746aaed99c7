import { pageAddress } from '../browser/navigation.js';
import { namesIn, outcomesIn, WAITS, type Outcome } from './batch.js';
import { line, listOf, make, section, spanInWords } from './make.js';
import type { Inspected, Part } from './inspected.js';

/** How many requests are kept and drawn, and how many events of one. */
const SHOWN = { requests: 15, events: 12 };

/** What stands for a status of which the browser says nothing else. */
const REDIRECT = 300;
const WORDS: Record<number, string> = { 0: 'no answer', [REDIRECT]: 'a redirect' };

/** A request. */
interface Made {
  path: string;
  /** How it was answered: 0 where it was not, `REDIRECT` where it was sent elsewhere, nothing while that is awaited, or where the browser does not say. */
  status?: number;
  /** How long that took, in milliseconds; nothing while it is awaited. */
  took?: number;
  /** The events that went in it, in their order. */
  names?: string[] | undefined;
  /** What became of each. */
  outcomes?: Outcome[];
}

/** What was asked of the service, or of the relay with what went in it: by the client's own calls, and before that as the browser tells. */
export function requestsPart({ host, now, masked, wire }: Inspected): Part {
  const all: Made[] = [];
  const none = make('p', {}, 'None yet in this page.');
  const { list, show } = listOf(masked, 'Requests, the latest first', itemOf);
  const { relay, baseUrl } = host.base;
  const start = relay
    ? new URL(relay, new URL(pageAddress()).origin).href
    : new URL(`${baseUrl.replace(/\/+$/, '')}/api/`).href;

  function add(address: string | URL, made: Omit<Made, 'path'>): Made {
    const { pathname, searchParams } = new URL(address);
    // What comes after `?` may say who somebody is; of what a relay is asked for, it begins with the service's own path.
    const path = (relay && searchParams.get('to')) || pathname;
    all.unshift({ path, ...made });
    all.splice(SHOWN.requests);
    return all[0] as Made;
  }

  wire.watch(([address, { body } = {}], answer) => {
    const begun = now();
    const made = add(address instanceof Request ? address.url : address, {});
    const end = (status: number) => Object.assign(made, { status, took: now() - begun });
    const read = async () => (made.names = await namesIn(body));
    // What cannot be read is not drawn.
    const names = relay && body ? read().catch(() => undefined) : undefined;
    void answer
      .then(
        (response) => {
          end(response.type === 'opaqueredirect' ? REDIRECT : response.status);
          return names && response.ok ? readOutcomes(made, response.clone()) : undefined;
        },
        () => void end(0),
      )
      .catch(() => undefined);
  });

  const begun = now() - performance.timeOrigin;
  const observer = new PerformanceObserver((entries) => {
    const found = entries.getEntries() as PerformanceResourceTiming[];
    for (const { name, duration: took, responseStatus: status, startTime } of found) {
      const [path = ''] = name.split('?');
      const isOurs = relay ? path === start : path.startsWith(start);
      if (isOurs && startTime < begun) add(name, { status, took });
    }
  });
  observer.observe({ type: 'resource', buffered: true });

  return {
    element: section('Requests', list, none),
    draw() {
      none.hidden = all.length > 0;
      show(all);
    },
    close: () => observer.disconnect(),
  };
}

async function readOutcomes(made: Made, response: Response): Promise<void> {
  made.outcomes = outcomesIn(await response.text());
}

function itemOf({ path, status, took, names, outcomes }: Made) {
  const isGood = status !== undefined && status >= 200 && status < 300;
  const tone = status === undefined ? '' : isGood ? 'good' : 'bad';
  const answer = WORDS[status ?? NaN] ?? status ?? 'answered';
  const state = took === undefined ? '…' : `${answer} · ${spanInWords(took)}`;
  if (!names) return line(path, state, { tone });
  const count = names.length;
  const words = count > 1 ? `${count} events at once` : '1 event';
  const item = line(words, state, { tone });
  const outcomeAt = (index: number) => (isGood || took === undefined ? outcomes?.[index] : WAITS);
  const lines = names.slice(0, SHOWN.events).map((name, index) => {
    const { words, tone } = outcomeAt(index) ?? { words: '…', tone: '' };
    return line(name, words, { tone });
  });
  const more = countsOf(names.slice(SHOWN.events).map((_, index) => outcomeAt(index + SHOWN.events)?.words));
  if (more) lines.push(line(`and ${count - SHOWN.events} more`, more));
  item.append(make('ol', { 'aria-label': 'What went in it' }, ...lines));
  return item;
}

/** Such as `487 delivered, 1 refused: BadParams`. */
function countsOf(all: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one ?? '…', (counts.get(one ?? '…') ?? 0) + 1);
  return [...counts].map(([words, count]) => `${count} ${words}`).join(', ');
}
