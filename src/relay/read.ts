import type { OperationRow } from '../admin/calling/operation.js';
import { userOf } from '../admin/bulk/item-problems.js';
import { webCrypto } from '../admin/tokens/web-crypto.js';
import type { Route } from '../api/address.js';
import type { UserRef } from '../api/models/user.js';
import { ApiError } from '../errors.js';
import { isObject } from '../lib/is-object.js';
import { parsed } from '../lib/parsed.js';
import { readAnswer } from './answers.js';
import { isAboutKeys } from './forwarding/outcome-of.js';
import type { Service } from './forwarding/service.js';
import type { UnderToken } from './forwarding/tokens.js';
import { Refusal } from './refusal.js';
import type { Session } from './who/session.js';

/** What a page may ask for, and what goes along; whose it is stands elsewhere. */
const reads: ReadonlyMap<string, { route: Route; query: readonly string[] }> = new Map([
  [
    '/api/inApp/web/getMessages',
    {
      route: 'GET /api/inApp/web/getMessages',
      query: ['count', 'packageName', 'SDKVersion', 'platform'],
    },
  ],
  [
    '/api/embedded-messaging/messages',
    {
      route: 'GET /api/embedded-messaging/messages',
      query: ['placementId', 'placementIds', 'currentMessageIds', 'platform', 'sdkVersion', 'packageName'],
    },
  ],
]);

/** As it comes, since it goes on as it is. */
const asText: OperationRow = { answer: 'text' };

/** What is needed to ask the service for a page. */
export interface ReadParts {
  service: Service;
  underToken: UnderToken;
  /** Hears what keeps the relay from asking. */
  hear: (error: unknown) => void;
}

/** Makes the function that answers what a page asks, for who is logged in. */
export function createRead({ service, underToken, hear }: ReadParts) {
  async function ask(route: Route, query: object, { user, signal }: { user: UserRef; signal: AbortSignal }) {
    try {
      const answer = await underToken(user, (token) => {
        const headers = { [service.tokenHeader]: `Bearer ${token}` };
        const how = { signal, headers, timeout: PATIENCE, retry: { budget: PATIENCE } };
        return service.asPage(route, asText)({ ...query, ...user }, how);
      });
      return String(answer);
    } catch (error) {
      hear(error);
      throw refusalOf(error);
    }
  }

  return async function read(request: Request, session: Session, patience: number): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const found = reads.get(searchParams.get('to') ?? '');
    if (!found) throw new Refusal(404, 'NotFound', 'A page may not ask for this through a relay');
    const user = session.get(askedFor(request));
    if (!user) throw new Refusal(401, 'Unauthorized', 'This is for who is logged in alone');
    const query = Object.fromEntries(
      found.query.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.getAll(name)]] : [])),
    );
    const late = AbortSignal.timeout(Math.max(1, Math.floor(patience)));
    const text = await ask(found.route, query, { user, signal: AbortSignal.any([request.signal, late]) });
    if (!isObject(parsed(text))) throw new Refusal(502, 'BadGateway', 'The service did not answer in JSON');
    const etag = await etagOf(userOf(user), text);
    return readAnswer(text, { etag, isKnown: isNamedIn(request.headers.get('If-None-Match'), etag) });
  };
}

/** How long the service may take, in milliseconds. */
const PATIENCE = 7_000;

/** Whom a read is for, in one word: it stands in a header, so that no log of addresses tells it. */
function askedFor({ headers }: Request): string {
  const [[name, value] = [], more] = [...new URLSearchParams(headers.get('Tidings-User') ?? '')];
  if (value && !more && name === 'email') return userOf({ email: value });
  if (value && !more && name === 'userId') return userOf({ userId: value });
  throw new Refusal(
    400,
    'BadParams',
    'The header `Tidings-User` must name one user, by `email` or by `userId`',
  );
}

/** What a page gets in place of an answer that did not come. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError))
    return new Refusal(504, 'GatewayTimeout', 'The service did not answer in time');
  const { status, code = 'BadGateway', retryAfter, message } = error;
  // What the service says of our keys is no word for a page.
  if (isAboutKeys(error) || status < 400)
    return new Refusal(502, 'BadGateway', 'The service did not let the relay in');
  return new Refusal(
    status,
    code,
    message,
    retryAfter === undefined ? undefined : Math.ceil(retryAfter / 1_000),
  );
}

/** A name for what a user was told. */
async function etagOf(subject: string, text: string): Promise<string> {
  const { subtle, encode } = webCrypto();
  const digest = new Uint8Array(await subtle.digest('SHA-256', encode(`${subject}\n${text}`)));
  return `"${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** Whether a page says that it has what goes by a name. */
function isNamedIn(list: string | null, etag: string): boolean {
  return (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
