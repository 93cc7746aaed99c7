/** What a service worker calls. */
export type Post = `POST /${string}`;

/** How the service is told by which token a user gets pushes. */
export const REGISTER: Post = 'POST /api/users/registerBrowserToken';

/** What this asks of the platform's `PushManager`. */
export type PushSubscriptions = Pick<PushManager, 'getSubscription' | 'subscribe'>;

/** Gets the platform's subscription, the same as before if there is one, and gives what a push server needs of it, as a token. */
export async function platformToken(
  subscriptions: PushSubscriptions,
  applicationServerKey: string,
): Promise<string> {
  const subscription = await subscriptions.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  return JSON.stringify({ endpoint, keys });
}
