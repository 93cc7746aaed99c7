/** A request as a server of Node's `http` has it, and Express. */
export interface NodeRequest extends AsyncIterable<unknown> {
  /** By their names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** What has been read of it, where something before did so, as `express.json()` does. */
  body?: unknown;
}

/** The answer of a server of Node's `http`, and of Express. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** Whether it is the answer of such a server: others hand over something else of theirs, or nothing. */
export function isNodeResponse(response: unknown): response is NodeResponse {
  return typeof (response as NodeResponse | undefined)?.setHeader === 'function';
}

/** A header of a request of either kind; empty when it has none. */
export function headerOf({ headers }: Request | NodeRequest, name: string): string {
  if (isWebHeaders(headers)) return headers.get(name) ?? '';
  return [headers[name.toLowerCase()] ?? ''].flat().join(', ');
}

/** The JSON in a request of either kind; rejects when it is none. */
export async function jsonOf(request: Request | NodeRequest): Promise<unknown> {
  if (isWebHeaders(request.headers)) return (request as Request).json();
  const { body } = request as NodeRequest;
  const isParsed = typeof body === 'object' && body !== null && !ArrayBuffer.isView(body);
  if (isParsed) return body;
  const pieces = body === undefined ? (request as NodeRequest) : [body];
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece as Uint8Array, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}

function isWebHeaders(headers: (Request | NodeRequest)['headers']): headers is Headers {
  return typeof headers.get === 'function';
}
