import type { UserRef } from '../api/models/user.js';
import { NetworkError, OptionError } from '../errors.js';
import type { Host } from '../host/host.js';
import { laneOf } from '../identity/user.js';
import { within } from '../lib/deadline.js';
import { must } from '../lib/must.js';
import { isText } from '../lib/text.js';
import type { KnownRecipient } from './known-recipient.js';
import { pushState } from './permission.js';
import { platformToken, REGISTER } from './push-token.js';
import { activeWorker, presentWorker } from './registered-worker.js';

/** Where pushes come from, and who shows them. */
export interface EnrolmentOptions {
  /** The path of your service worker, which calls `showPushes`; or its registration. Default: `/service-worker.js`. */
  serviceWorker?: string | URL | ServiceWorkerRegistration;
  /** The public key of whoever sends your pushes, as base64url: the platform's own push service is used. */
  applicationServerKey?: string;
  /** Gets the token from your push provider instead. */
  register?: (registration: ServiceWorkerRegistration) => Promise<string>;
  /** Ends a token at your push provider. Default: the platform's subscription ends, by which providers send too. */
  unregister?: (token: string) => Promise<unknown>;
  /**
   * Whether a subscription that nothing is known of here, such as another library's, counts as turned on by the current
   * user. Default: no, it stays as it is, and is theirs once they turn pushes on.
   */
  adopt?: boolean;
}

/** What an enrolment changes. */
export interface Enrolment {
  host: Host;
  known: KnownRecipient;
  options: EnrolmentOptions;
}

/** How long a push service may take for a token, in milliseconds. */
const TIMEOUT = 30_000;

/** Lets pushes come for the current user if they want them, and for nobody else. */
export async function enrol(enrolment: Enrolment): Promise<void> {
  const { host, known } = enrolment;
  await adopt(enrolment);
  const owner = laneOf(host.user);
  const { user, token, wantedBy } = known.value;
  const isWanted = !!host.user && laneOf(wantedBy) === owner && pushState() === 'granted';
  const isTheirs = isWanted && laneOf(user) === owner;
  if ((user ?? token) !== undefined && !isTheirs) await leave(enrolment);
  // Whoever wanted them before has to say so again.
  else if (wishIn(host, wantedBy) !== wantedBy)
    await known.change((recipient) => ({ ...recipient, wantedBy: wishIn(host, recipient.wantedBy) }));
  if (isWanted && laneOf(host.user) === owner) await join(enrolment);
}

/** Takes over a subscription that nothing is known of, if the page wants it and pushes can come by it; another one is left alone. */
async function adopt({ host, known, options }: Enrolment): Promise<void> {
  const { user } = host;
  if (!options.adopt || known.isRecorded || !user || pushState() !== 'granted') return;
  const registration = await presentWorker(options.serviceWorker);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription || laneOf(user) !== laneOf(host.user)) return;
  if (!options.register) {
    const { pushManager } = registration as ServiceWorkerRegistration;
    const isOurs = await platformToken(pushManager, options.applicationServerKey ?? '').then(
      () => true,
      () => false, // It was made with another key, or cannot be had now: the next page tries it again.
    );
    if (!isOurs) return;
  }
  await known.change(() => ({ wantedBy: user }));
}

/** Who still wants pushes: nobody, once another is there. */
function wishIn({ user }: Host, wantedBy: UserRef | undefined): UserRef | undefined {
  return user && laneOf(wantedBy) !== laneOf(user) ? undefined : wantedBy;
}

/** Lets no more pushes come, and takes away those that are shown. */
async function leave({ host, known, options }: Enrolment): Promise<void> {
  const { token } = known.value;
  // At once, so that the service worker shows nothing more; it stays known that this is not done yet.
  await known.change(({ wantedBy }) => ({
    token,
    wantedBy: wishIn(host, wantedBy),
  }));
  const registration = await presentWorker(options.serviceWorker);
  const shown = (await registration?.getNotifications()) ?? [];
  shown.filter(({ data }) => (data as { tidings?: unknown } | null)?.tidings).forEach((one) => one.close());
  // Missing where the browser has no push any more.
  const pushes = (registration as Partial<ServiceWorkerRegistration> | undefined)?.pushManager;
  await (await pushes?.getSubscription())?.unsubscribe();
  if (token) await options.unregister?.(token);
  await known.change(({ wantedBy }) => ({ wantedBy }));
}

/** Gets the token, the same as before while that is good, and lets the service have it if it has another. */
async function join({ host, known, options }: Enrolment): Promise<void> {
  const { user } = host;
  if (!user) return;
  const applicationServerKey = options.register ? undefined : options.applicationServerKey;
  const registration = await activeWorker(options.serviceWorker);
  const token = await tokenOf(registration, options);
  // Another turn follows for whoever has come in the meantime.
  if (laneOf(user) !== laneOf(host.user)) return;
  const { value } = known;
  if (value.user && value.isRegistered && value.token === token) return;
  // The service worker knows whom a push is for before the service can send one.
  await known.change(({ wantedBy }) => ({ wantedBy, user, token, applicationServerKey }));
  if (laneOf(user) !== laneOf(host.user)) return;
  await host.callAs(user, REGISTER, { browserToken: token, ...user });
  if (laneOf(user) === laneOf(host.user))
    await known.change((recipient) => ({ ...recipient, isRegistered: true }));
}

async function tokenOf(
  registration: ServiceWorkerRegistration,
  { register, applicationServerKey = '' }: EnrolmentOptions,
): Promise<string> {
  const onTimeout = () => new NetworkError('The push service gave no token in time');
  return within({ timeout: TIMEOUT, onTimeout }, async () => {
    if (!register) return subscribe(registration.pushManager, applicationServerKey);
    const token: unknown = await register(registration);
    must(isText(token), '`register` must give a promise of a token: a text');
    return token;
  });
}

async function subscribe(subscriptions: PushManager, applicationServerKey: string): Promise<string> {
  try {
    return await platformToken(subscriptions, applicationServerKey).catch(async (error: unknown) => {
      // Nothing but one that was made with another key is in the way.
      if (nameOf(error) !== 'InvalidStateError') throw error;
      await (await subscriptions.getSubscription())?.unsubscribe();
      return platformToken(subscriptions, applicationServerKey);
    });
  } catch (cause) {
    throw /^Invalid[AC]/.test(nameOf(cause))
      ? new OptionError('`applicationServerKey` must be the public key of your push server, as base64url', {
          cause,
        })
      : new NetworkError('The browser’s push service gave no subscription', { cause });
  }
}

function nameOf(error: unknown): string {
  return (error as Error | undefined)?.name ?? '';
}
