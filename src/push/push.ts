import { isPage, on, onOnline, onPageShown } from '../browser/page.js';
import { userOf } from '../host/call.js';
import { ownerOf } from '../host/kept-for-user.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { laneOf } from '../identity/user.js';
import { createEmitter } from '../lib/emitter.js';
import { must } from '../lib/must.js';
import { createQueue } from '../lib/queue.js';
import type { EnrolmentOptions } from './enrolment.js';
import { explanationOf } from './state-in-words.js';
import { knowRecipient, type KnownRecipient } from './known-recipient.js';
import { askPermission, onPermissionChanged, pushState, type PushState } from './permission.js';

/** Where pushes come from, and who shows them. */
export type PushOptions = EnrolmentOptions;

/** The pushes of the visitor, in this browser. */
export interface Push {
  /** What the browser lets this site do. */
  readonly state: PushState;
  /** Whether pushes come here for the current user. */
  readonly isOn: boolean;
  /** The state in words for the visitor, in English. */
  readonly explanation: string;
  /**
   * Lets pushes come for the current user; asks the visitor first, if nobody has. Call it when they click. Gives what
   * they said; rejects when pushes cannot come although they may.
   *
   * @example
   * ```ts
   * button.onclick = () => push.turnOn();
   * ```
   */
  turnOn(): Promise<PushState>;
  /** Lets no more pushes come here, until they are turned on again. */
  turnOff(): Promise<void>;
  /** Calls `listener` now and when something has changed; returns the function that stops it. */
  watch(listener: (push: Push) => void): () => void;
  /** Stops. Pushes still come. */
  close(): void;
}

/**
 * Lets the visitor turn web pushes on, and keeps the service told of where they come: to nobody but them. Called again
 * for the same client, it gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const push = startPush(client, { serviceWorker: '/service-worker.js', applicationServerKey: 'B…' });
 * button.onclick = () => push.turnOn();
 * ```
 */
export function startPush(client: Attachable, options: PushOptions): Push {
  return startOnce(client, 'push', checked(options), start);
}

function checked(options: PushOptions): PushOptions {
  const { register, applicationServerKey } = { ...options };
  must(
    typeof register === 'function' || typeof applicationServerKey === 'string',
    '`startPush` needs where pushes come from: `applicationServerKey`, or `register`',
  );
  return options;
}

function start(host: Host, options: PushOptions): Push {
  const { on, emit } = createEmitter<{ change: undefined }>();
  const changed = () => emit('change', undefined);
  const known = knowRecipient(host, changed);
  const settle = createSettling(host, known, options);
  const stops = isPage() ? follow({ host, known, settle, changed }) : [];

  const push: Push = {
    get state() {
      return pushState();
    },
    get isOn() {
      const { user, isRegistered } = known.value;
      return push.state === 'granted' && !!isRegistered && !!host.user && laneOf(user) === ownerOf(host);
    },
    get explanation() {
      return explanationOf(push.state, push.isOn);
    },
    turnOn: () => turnOn({ host, known, settle, changed }),
    async turnOff() {
      await known.change((recipient) => ({ ...recipient, wantedBy: undefined }));
      await settle();
    },
    watch(listener) {
      const hear = () => listener(push);
      const stop = on('change', hear);
      hear();
      return stop;
    },
    close() {
      [...stops, known.close].forEach((stop) => stop());
    },
  };
  return push;
}

async function turnOn({ host, known, settle, changed }: Parts): Promise<PushState> {
  const user = userOf(host);
  const state = await askPermission();
  changed();
  // Whoever has come in the meantime has not clicked.
  if (state !== 'granted' || laneOf(user) !== ownerOf(host)) return state;
  await known.change((recipient) => ({ ...recipient, wantedBy: user }));
  await settle();
  return state;
}

/** Makes the function that lets pushes come, or come no more, as it should be by now; what does that is loaded when there is something to do. */
function createSettling(host: Host, known: KnownRecipient, options: PushOptions) {
  return createQueue(async () => {
    await known.recall();
    const { user, token, wantedBy } = known.value;
    if (!user && !token && !wantedBy) return;
    const { enrol } = await import('./enrolment.js');
    await enrol({ host, known, options });
  });
}

/** What pushes are made of, and who hears of a change. */
interface Parts {
  host: Host;
  known: KnownRecipient;
  settle: () => Promise<void>;
  changed: () => void;
}

/** Does what the page's moments and the visitor's changes call for, beginning with its start. Gives the functions that stop it. */
function follow({ host, known, settle, changed }: Parts): (() => void)[] {
  let isDue = false;
  function settleNow() {
    changed();
    settle().then(
      () => (isDue = false),
      (error: unknown) => {
        isDue = true;
        host.report(error);
      },
    );
  }
  const again = () => {
    if (isDue) settleNow();
  };
  /** One who takes back what they agreed to has taken back this too. */
  const restart = () => {
    known.forgetWish();
    settleNow();
  };
  settleNow();
  return [
    host.on('user', settleNow),
    host.on('consent', restart),
    onPermissionChanged(settleNow),
    onOnline(again),
    onPageShown(again),
    onTold(host),
  ];
}

/** Delivers what the service worker says that it has recorded. Gives the function that stops it. */
function onTold(host: Host): () => void {
  if (pushState() === 'unsupported' || pushState() === 'uninstalled') return () => undefined;
  return on(navigator.serviceWorker, 'message', (event) => {
    const { tidings } = { ...((event as MessageEvent).data as { tidings?: unknown } | null) };
    if (tidings === host.name) host.deliver();
  });
}
