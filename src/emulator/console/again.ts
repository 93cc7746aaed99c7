import type { Hono } from 'hono';
import type { Attempt } from '../answering/attempts.js';
import type { Emulator } from '../emulator.js';
import { Refusal } from '../operation/refusal.js';

/** Lets requests that were made be made again: by the emulator itself, or by hand. */
export function addAgain(app: Hono, { fetch, inspect, signToken }: Emulator): void {
  async function again(id: string, address: string): Promise<Request> {
    const attempt = inspect.requests.find((one) => String(one.id) === id);
    if (!attempt) throw new Refusal('NotFound', `No request of the number ${id} is kept`);
    return requestOf(attempt, { origin: new URL(address).origin, signToken });
  }

  app.get('/_emulator/requests/:id/curl', async ({ req, json: answer }) =>
    answer({ curl: await curlOf(await again(req.param('id'), req.url)) }),
  );
  app.post('/_emulator/requests/:id/again', async ({ req, json: answer }) => {
    const { status } = await fetch(await again(req.param('id'), req.url));
    return answer({ status });
  });
}

/** What a request needs to be made again. */
interface Place extends Pick<Emulator, 'signToken'> {
  origin: string;
}

/** The request of an attempt, with a token that is good now in place of the one that it carried. */
async function requestOf(attempt: Attempt, { origin, signToken }: Place): Promise<Request> {
  const { method, url, apiKey, tokenUser, body } = attempt;
  const headers = new Headers();
  if (apiKey !== undefined) headers.set('Api-Key', apiKey);
  if (tokenUser) headers.set('Authorization', `Bearer ${await signToken(tokenUser)}`);
  if (body === undefined) return new Request(origin + url, { method, headers });
  headers.set('Content-Type', 'application/json');
  return new Request(origin + url, {
    method,
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A request as a line for a shell. */
async function curlOf(request: Request): Promise<string> {
  const names = { 'api-key': 'Api-Key', authorization: 'Authorization', 'content-type': 'Content-Type' };
  const headers = Object.entries(names).flatMap(([name, written]) => {
    const value = request.headers.get(name);
    return value === null ? [] : ['-H', quoted(`${written}: ${value}`)];
  });
  const body = await request.text();
  const method = request.method === 'GET' ? [] : ['-X', request.method];
  return ['curl', ...method, quoted(request.url), ...headers, ...(body ? ['-d', quoted(body)] : [])].join(
    ' ',
  );
}

/** A word as every shell takes it, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
