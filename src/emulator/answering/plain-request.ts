/**
 * The request of a call. Where its body is a text, it is no more than what is read here: most calls of tests are such, and
 * a whole `Request`, with its signal and its stream, takes longer to make than most of them take to answer.
 */
export function requestOf(input: RequestInfo | URL, init?: RequestInit): Request {
  if (typeof input === 'object' && 'method' in input) return wholeRequestOf(input, init);
  const { method = 'GET', headers, body } = init ?? {};
  const isRead = method === 'GET' || method === 'HEAD';
  if (body !== undefined && body !== null && (typeof body !== 'string' || isRead)) {
    return wholeRequestOf(input, init);
  }
  const made = new Headers(headers);
  if (typeof body === 'string' && !made.has('Content-Type'))
    made.set('Content-Type', 'text/plain;charset=UTF-8');
  const plain: PlainRequest = {
    url: new URL(input).href,
    method: method.toUpperCase(),
    headers: made,
    text: () => Promise.resolve(body ?? ''),
    ...(init?.signal && { signal: init.signal }),
  };
  return plain as Request;
}

/** The request of a call, with all that belongs to one. */
export function wholeRequestOf(input: RequestInfo | URL, init?: RequestInit): Request {
  // A server may hand over a request of its own make, which `new Request` does not take.
  return typeof input === 'object' && 'method' in input && !init ? input : new Request(input, init);
}

/**
 * By what a caller gives a call up, if at all. A request of a server's own make, which is given up by nobody who waits here,
 * would first have to be made whole.
 */
export function signalOf(input: RequestInfo | URL, init?: RequestInit): AbortSignal | undefined {
  const isOfCaller = typeof input === 'object' && Object.getPrototypeOf(input) === Request.prototype;
  return init?.signal ?? (isOfCaller ? (input as Request).signal : undefined);
}

/** What the service reads of a request. */
type PlainRequest = Pick<Request, 'headers' | 'method' | 'text' | 'url'> & Partial<Pick<Request, 'signal'>>;
