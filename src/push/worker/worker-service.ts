import { baseOf, type ProjectOptions, type ServiceOptions } from '../../api/service.js';
import type { UserRef } from '../../api/models/user.js';
import type { GetToken } from '../../identity/credentials.js';
import { isTokenOf } from '../../identity/token.js';
import type { Post } from '../push-token.js';

const POST = 'POST ';
/** How long a call may take, in milliseconds: less than an event is this worker's to send. */
const TIMEOUT = 4_500;

/** The service that a service worker speaks to: that of the client in pages. */
export interface WorkerServiceOptions extends Omit<ServiceOptions, 'now'>, ProjectOptions {
  /**
   * Gets a user's token from your own server, so that a click need not wait for a page. Default: calls carry no token,
   * for keys that need none; what is refused waits for a page.
   */
  getToken?: GetToken | undefined;
}

/** The service, as far as a service worker needs it. */
export interface WorkerService {
  /** A user's token, `undefined` for calls that need none. Rejects while there is none for this user. */
  tokenFor(user: UserRef): Promise<string | undefined>;
  /** Calls an operation once, and gives whether it was taken. */
  post(route: Post, input: object, token: string | undefined): Promise<boolean>;
}

/** Makes the calls of a service worker. */
export function createWorkerService(options: WorkerServiceOptions): WorkerService {
  const { apiKey, baseUrl, headers, getToken, fetch = globalThis.fetch } = options;
  const { apiKey: keyHeader = 'Api-Key', token: tokenHeader = 'Authorization' } = { ...headers };

  return {
    async tokenFor(user) {
      const token = await getToken?.({ ...user });
      if (getToken && !(token && isTokenOf(user, token))) throw new Error('There is no token');
      return token;
    },
    post: (route, input, token) =>
      fetch(baseOf(baseUrl) + route.slice(POST.length), {
        method: 'POST',
        body: JSON.stringify(input),
        headers: {
          [keyHeader]: apiKey,
          ...(token && { [tokenHeader]: `Bearer ${token}` }),
          'Content-Type': 'application/json',
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      })
        // What is answered in other words was by another, such as a proxy; a page asks the service again.
        .then(
          async (response) =>
            response.ok && ((await response.json()) as { code?: unknown }).code === 'Success',
        )
        // What was to be sent stays where it was.
        .catch(() => false),
  };
}
