import { fetchOf, type Service, type ServiceOptions } from './api/service.js';
import { ownSite } from './browser/site.js';

/** How many bytes go in one request at first, of more calls than one, each counted as so many more: the relay takes 256 kB, and 500 calls. */
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
  /** The answer to each call; none, where they are to be told again, fewer at once. */
  answers: Promise<Response[]>;
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
  // Also where the page's `<base>` says that what it loads is of another site.
  return { base: '', host: 'the relay', key: {}, fetch: together(fetchOf(options), ownSite() + relay), now };
}

/** Makes calls that are made at the same time in one request, each with an answer of its own. */
function together(send: Fetch, relay: string): Fetch {
  let batch: Batch | undefined;
  let load = LOAD;

  async function go({ init, lines, bytes }: Batch): Promise<Response[]> {
    const text = lines.join('\n');
    const body = init.keepalive || text.length < SHORT ? text : await packed(text);
    const response = await send(relay, { ...init, body });
    const said = (await response.text()).split('\n');
    if (response.status === 413 && lines[1]) {
      // Too much for the relay, or for what stands before it.
      load = bytes / 2;
      return [];
    }
    // All of them, or none: one that is cut off says nothing of any.
    return lines.map((_, index) => answerIn(response, said[index]));
  }

  function begin(init: Init): Batch {
    // No timer where the page may be about to end: what is told at the same moment comes this far together.
    const due = new Promise<void>((leave) => (init.keepalive ? leave() : setTimeout(leave, TOGETHER)));
    const answers = due.then(() => {
      // Also where another has begun by now, which is about to leave as well.
      batch = undefined;
      return go(fresh);
    });
    const fresh: Batch = { init, lines: [], bytes: 0, answers };
    return (batch = fresh);
  }

  const tell: Fetch = async (path, init) => {
    const { body, keepalive } = init as Init;
    if (!body) return read(send, relay, path as string, init);
    const size = EACH + new Blob([body]).size;
    const isRoom = batch && batch.init.keepalive === keepalive && batch.bytes + size < load;
    const to = isRoom ? (batch as Batch) : begin(init as Init);
    to.bytes += size;
    const index = to.lines.push(`["${path as string}",${body}]`) - 1;
    return (await to.answers)[index] ?? tell(path, init);
  };
  return tell;
}

/** Asks for something; whom that is for stands in no address, since servers keep those in logs. */
function read(send: Fetch, relay: string, path: string, init: RequestInit | undefined): Promise<Response> {
  let who = '';
  const query = path.replace('?', '&').replace(/&((?:email|userId)=[^&]*)/, (_, user: string) => {
    who = user;
    return '';
  });
  return send(`${relay}?to=${query}`, { ...init, headers: { 'Tidings-User': who } });
}

/** The answer to one call; of the request as a whole, its status alone, which says nothing of an event: a redirect has none. */
function answerIn(whole: Response, line = ''): Response {
  if (!whole.status) return whole;
  if (!whole.ok) return new Response(null, whole);
  // A proxy's own word is no answer, and no status.
  const said = /^\[\d+, ?{/.test(line) ? line : '';
  const [status, body, seconds] = JSON.parse(said) as [status: number, body: object, seconds: string];
  // A line of the relay's is its word, where that says none beside its status.
  const answer = JSON.stringify({ code: said, msg: said, ...body });
  return new Response(answer, { status, headers: { 'Retry-After': seconds } });
}

/** A text in few bytes, where the browser can do that. */
function packed(text: string): Promise<Blob> | string {
  if (!('CompressionStream' in globalThis)) return text;
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
