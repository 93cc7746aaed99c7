import { within } from '../lib/deadline.js';
import type { RelayOptions } from './relay-options.js';
import { outcomesAnswer, refusalAnswer } from './answers.js';
import { arrivalOf } from './arrival.js';
import type { createRead } from './read.js';
import { Refusal } from './refusal.js';
import type { createTell } from './telling/tell.js';
import { linesOf } from './telling/body.js';
import { cookiesOf, cookieText } from './who/cookies.js';
import { lastOf, mustBeSameOrigin, placeOf, type Place } from './who/origin.js';
import { householdOf, type Rate } from './who/rate.js';
import { deviceOf, type Device, type Receipts } from './who/receipts.js';
import { sessionOf, type Session } from './who/session.js';

/** Answers a site's pages in place of the service. */
export interface Relay<Asked = Request> {
  (request: Request): Promise<Response>;
  /** What `user` is asked with, as a type: there is no such thing. */
  readonly asked?: Asked;
}

/** What a relay is made of. */
export interface RelayParts {
  tell: ReturnType<typeof createTell>;
  read: ReturnType<typeof createRead>;
  receipts: Receipts;
  /** Default: nothing is counted. */
  rate: Rate | undefined;
  onError: (error: unknown) => void;
  now: () => number;
}

/** How long a page's request may take until its answer leaves, in milliseconds: it waits a little longer. */
const PATIENCE = 7_500;

/** Makes a relay of its parts. */
export function createAnswering<Asked>(options: RelayOptions<Asked>, parts: RelayParts): Relay<Asked> {
  const { user, address, limits = {}, behindProxy = false, path } = options;
  const { tell, read, receipts, rate, onError, now } = parts;

  async function sessionIn(request: Request): Promise<Session> {
    const onTimeout = () => {
      onError(new Error(`\`user\` did not say within ${PATIENCE} milliseconds who is logged in`));
      return new Refusal(503, 'GenericError', 'The site does not say who is logged in');
    };
    const found = within({ timeout: PATIENCE, onTimeout }, async () =>
      user(arrivalOf(request).asked as Asked),
    );
    const session = sessionOf(await found);
    if (request.bodyUsed)
      throw new Error('Something has read the body before the relay: let nothing do so, `user` included');
    return session;
  }

  function countAddress(request: Request): void {
    const arrival = arrivalOf(request);
    const found =
      address?.(arrival.asked as Asked) ??
      (behindProxy ? lastOf(request.headers.get('X-Forwarded-For')) : undefined) ??
      arrival.address;
    if (found) rate?.byAddress(householdOf(found));
  }

  async function answer(request: Request): Promise<Response> {
    const until = now() + PATIENCE;
    const seen = placeOf(request, behindProxy);
    const place = { ...seen, path: path ?? seen.path };
    if (!/^(GET|POST)$/.test(request.method))
      throw new Refusal(405, 'MethodNotAllowed', 'Use `GET` or `POST`');
    mustBeSameOrigin(request, place);
    countAddress(request);
    const session = await sessionIn(request);
    const [first] = session.keys();
    if (first !== undefined) rate?.bySession(first);
    const device = deviceOf(cookiesOf(request));

    async function answered(): Promise<Response> {
      if (request.method === 'GET') return read(request, session, until - now());
      const lines = await linesOf(request, limits);
      return outcomesAnswer(await tell(lines, { session, device }, Math.max(1, until - now())));
    }
    const response = await answered();
    await prove({ session, device, place }, response);
    return response;
  }

  /** Gives the device proof of who is here, for when they are not. */
  async function prove({ session, device, place }: Here, response: Response): Promise<void> {
    for (const cookie of await receipts.renew([...session.keys()], device))
      response.headers.append('Set-Cookie', cookieText(cookie, place));
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      onError(error);
      return refusalAnswer(new Refusal(500, 'GenericError', 'The relay cannot answer now'));
    }
  };
}

/** Who asks, with what, and where. */
interface Here {
  session: Session;
  device: Device;
  place: Place;
}
