import { ifPossible } from '../../lib/if-possible.js';
import { must } from '../../lib/must.js';
import { refusalAnswer } from '../answers.js';
import { noteArrival } from '../arrival.js';
import { Refusal } from '../refusal.js';
import type { Relay } from '../relay.js';

/** A request as a server of Node's `http` has it, and Express. */
export interface NodeAsked extends AsyncIterable<unknown> {
  method?: string | undefined;
  url?: string | undefined;
  /** The whole path, where Express has taken the start of it off. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** What something before has read of it, as `express.json()` does. */
  body?: unknown;
  /** Whether something before has begun to read it. */
  readableDidRead?: boolean;
  /** Whether all of it has come. */
  readableEnded?: boolean;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean | undefined };
}

/** The answer of a server of Node's `http`, and of Express. */
export interface NodeAnswer {
  statusCode: number;
  readonly writableFinished: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  end(body: Uint8Array): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** Answers a request of Node's `http`, or of Express, which is told what is in the way by `next`. */
export type NodeHandler<Asked> = (
  request: Asked & NodeAsked,
  response: NodeAnswer,
  next?: (error?: unknown) => void,
) => void;

/** A relay for Node's `http` and Express; its `user` is asked with the request as that server has it. */
export function toNode<Asked = Request>(relay: Relay<Asked>): NodeHandler<Asked> {
  must(typeof relay === 'function', '`toNode` must be given what `createRelay` gives');

  async function answer(asked: NodeAsked, response: NodeAnswer): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const request = requestOf(asked, gone.signal);
    if (!request) {
      await write(
        refusalAnswer(new Refusal(400, 'BadRequest', 'The address of the request is none')),
        response,
      );
      return;
    }
    noteArrival(request, { asked, address: asked.socket.remoteAddress });
    const given = await relay(request);
    // What still comes of a body that nobody reads is not waited for.
    // HTTP/2 has no such header, and ends the stream alone.
    if (request.body && !asked.readableEnded && !asked.headers[':path'])
      response.setHeader('Connection', 'close');
    await write(given, response);
  }

  return (asked, response, next) => {
    const problem = bodyProblem(asked);
    if (problem && next) {
      next(problem);
      return;
    }
    // A relay never rejects; whoever else does so here has lost the connection.
    void (problem ? write(troubleAnswer(problem), response) : answer(asked, response)).catch(() => {});
  };
}

/** What was done with a body before, after which nobody can say what a page sent. */
function bodyProblem({ body, readableDidRead }: NodeAsked): Error | undefined {
  if (!readableDidRead || body instanceof Uint8Array) return undefined;
  return new Error(
    'Something has read the body before the relay, such as `express.json()`: put the relay before it, as in `app.use("/tidings", toNode(relay))`',
  );
}

function troubleAnswer({ message }: Error): Response {
  return refusalAnswer(new Refusal(500, 'BodyWasRead', message));
}

/** The request as others have it; nothing where its address is none. */
function requestOf(asked: NodeAsked, signal: AbortSignal): Request | undefined {
  const { method = 'GET', headers, socket } = asked;
  const host = [headers[':authority'] ?? headers['host']].flat()[0] ?? 'localhost';
  const path = asked.originalUrl ?? asked.url ?? '/';
  const url = ifPossible(() => new URL(`${socket.encrypted ? 'https' : 'http'}://${host}${path}`));
  // Of what would lead elsewhere, no address is made.
  if (!url || !/^[^\s/?#@\\]+$/.test(host) || !path.startsWith('/')) return undefined;
  const init = { method, headers: headersOf(headers), signal };
  if (/^(GET|HEAD)$/.test(method)) return ifPossible(() => new Request(url, init));
  const streamed: RequestInit & { duplex: 'half' } = { ...init, body: bodyOf(asked), duplex: 'half' };
  return ifPossible(() => new Request(url, streamed));
}

function headersOf(given: NodeAsked['headers']): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    // Those of HTTP/2 that stand for the first line.
    if (name.startsWith(':')) continue;
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

/** The body piece by piece, as it is asked for. */
function bodyOf(asked: NodeAsked): ReadableStream<Uint8Array> {
  const { body } = asked;
  const pieces: AsyncIterator<unknown> = (body instanceof Uint8Array ? only(body) : asked)[
    Symbol.asyncIterator
  ]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value as Uint8Array);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* only(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

async function write(given: Response, response: NodeAnswer): Promise<void> {
  response.statusCode = given.status;
  for (const [name, value] of given.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = given.headers.getSetCookie();
  if (cookies.length) response.setHeader('Set-Cookie', cookies);
  response.end(new Uint8Array(await given.arrayBuffer()));
}
