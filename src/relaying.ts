import { fetchOf, type Service, type ServiceOptions } from './api/service.js';

/** How many bytes go in one request, of more calls than one, each counted as so many more: the relay takes 256 kB, and 500 calls. */
const LOAD = 200_000;
const EACH = 500;
/** How long a call waits for others, in milliseconds: as answers are read one by one, so are the next told. */
const TOGETHER = 30;
/** What is shorter is not worth packing. */
const SHORT = 1_000;

/** What makes requests. */
type Fetch = typeof globalThis.fetch;
/** A request as it is made of an operation. */
type Init = RequestInit & { body: string | null };

/** Calls that go in one request. */
interface Batch {
  /** How that is made: as its first call would be. */
  init: Init;
  lines: string[];
  bytes: number;
  /** What hears of each call's own answer. */
  ends: [resolve: (response: Response) => void, reject: (error: unknown) => void][];
}

/** How many events count as one call, of which only so many are under way. */
export const width = 50;

/** What there is of a relay, once it is loaded. */
export interface Relaying {
  behindRelay: typeof behindRelay;
  width: number;
}

/** The service as it is called by way of the site's own server, without a key. */
export function behindRelay(options: ServiceOptions & { relay?: string | undefined }): Service {
  const { relay = '', now = Date.now } = options;
  return { base: '', host: 'the relay', key: {}, fetch: together(fetchOf(options), relay), now };
}

/** Makes calls that are made at the same time in one request, each with an answer of its own. */
function together(send: Fetch, relay: string): Fetch {
  let batch: Batch | undefined;

  async function go({ init, lines, ends }: Batch) {
    try {
      const text = lines.join('\n');
      const body = init.keepalive || text.length < SHORT ? text : await packed(text);
      const response = await send(relay, { ...init, body });
      const said = (await response.text()).split('\n');
      // All of them, or none: one that is cut off says nothing of any.
      const answers = ends.map((_, index) => answerIn(response, said[index]));
      ends.forEach(([resolve], index) => resolve(answers[index] as Response));
    } catch (error) {
      ends.forEach(([, reject]) => reject(error));
    }
  }

  function begin(init: Init): Batch {
    const fresh: Batch = { init, lines: [], bytes: 0, ends: [] };
    const leave = () => {
      if (batch === fresh) batch = undefined;
      void go(fresh);
    };
    // No timer where the page may be about to end: what is told at the same moment comes this far together.
    if (init.keepalive) queueMicrotask(leave);
    else setTimeout(leave, TOGETHER);
    return (batch = fresh);
  }

  return (path, init) => {
    const { body, keepalive } = init as Init;
    if (!body) return send(...readOf(relay, path as string, init));
    // A letter of another script takes up to three bytes.
    const size = EACH + body.length * (/[^\0-~]/.test(body) ? 3 : 1);
    const isRoom = batch && batch.init.keepalive === keepalive && batch.bytes + size < LOAD;
    const to = isRoom ? (batch as Batch) : begin(init as Init);
    to.bytes += size;
    to.lines.push(`["${path as string}",${body}]`);
    return new Promise((...end) => to.ends.push(end));
  };
}

/** What asks for something; whom that is for stands in no address, since servers keep those in logs. */
function readOf(relay: string, path: string, init: RequestInit | undefined): [string, RequestInit] {
  const who: string[] = [];
  const query = path.replace('?', '&').replace(/&((?:email|userId)=[^&]*)/, (_, user: string) => {
    who.push(user);
    return '';
  });
  return [`${relay}?to=${query}`, { ...init, headers: { 'Tidings-User': who.join() } }];
}

/** The answer to one call; of the request as a whole, its status alone, which says nothing of an event. */
function answerIn({ ok, status, headers }: Response, line = ''): Response {
  const [own, body, seconds] = (ok ? JSON.parse(line) : [status, null, headers.get('Retry-After')]) as [
    status: number,
    body: unknown,
    seconds: string,
  ];
  return new Response(JSON.stringify(body), { status: own, headers: { 'Retry-After': seconds } });
}

/** A text in few bytes, where the browser can do that. */
function packed(text: string): Promise<Blob> | string {
  if (!('CompressionStream' in globalThis)) return text;
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
