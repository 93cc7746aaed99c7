import { pageAddress } from '../browser/navigation.js';
import { line, listOf, make, section, spanInWords } from './make.js';
import type { Inspected, Part } from './inspected.js';

/** How many are kept, and drawn. */
const SHOWN = 15;

/** A request that has been answered, or never will be. */
interface Made {
  path: string;
  /** How it was answered: 0 where it was not, nothing where the browser does not say. */
  status?: number;
  took: number;
}

/** What was asked of the service, or of the relay, as the browser tells: nothing stands in the way of a request. */
export function requestsPart({ host, masked }: Inspected): Part {
  const made: Made[] = [];
  const none = make('p', {}, 'None yet in this page.');
  const { list, show } = listOf<Made>('Requests, the latest first', itemOf);
  const { relay, baseUrl } = host.base;
  const start = relay
    ? new URL(relay, new URL(pageAddress()).origin).href
    : `${baseUrl.replace(/\/+$/, '')}/api/`;

  const observer = new PerformanceObserver((entries) => {
    for (const {
      name,
      duration,
      responseStatus: status,
    } of entries.getEntries() as PerformanceResourceTiming[]) {
      // What comes after `?` may say who somebody is.
      const [path = ''] = name.split('?');
      const isOurs = relay ? path === start : path.startsWith(start);
      if (isOurs) made.unshift({ path: masked(new URL(path).pathname), status, took: duration });
    }
    made.splice(SHOWN);
  });
  observer.observe({ type: 'resource', buffered: true });

  return {
    element: section('Requests', list, none),
    draw() {
      none.hidden = made.length > 0;
      show(made);
    },
    close: () => observer.disconnect(),
  };
}

function itemOf({ path, status, took }: Made): HTMLElement {
  const answer = status === 0 ? 'no answer' : (status ?? 'answered');
  const tone = status === undefined ? '' : status >= 200 && status < 300 ? 'good' : 'bad';
  return line(path, `${answer} · ${spanInWords(took)}`, { tone });
}
