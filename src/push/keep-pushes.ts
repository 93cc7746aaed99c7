import { on, onOnline, onPageShown } from '../browser/page.js';
import type { UserRef } from '../api/models/user.js';
import type { Host } from '../host/host.js';
import { laneOf } from '../identity/user.js';
import { later } from '../lib/later.js';
import { createQueue } from '../lib/queue.js';
import type { EnrolmentOptions } from './enrolment.js';
import { knowRecipient, type KnownRecipient } from './known-recipient.js';
import { onPermissionChanged, pushState } from './permission.js';
import type { Recipient } from './recipient.js';

/** Keeps pushes coming to whoever wants them, and to nobody else. */
export interface KeptPushes {
  /** Whether they come for the current user. */
  readonly isOn: boolean;
  /** Lets them come for a user, if that is still who the visitor is. */
  turnOn(user: UserRef): Promise<void>;
  turnOff(): Promise<void>;
  /** Stops. Pushes still come. */
  close(): void;
}

/** What a page knows of its pushes before. */
export interface KeepOptions {
  host: Host;
  options: EnrolmentOptions;
  /** Whom they are for, as far as it is known. */
  recipient: Recipient | undefined;
  /** Hears of each change. */
  changed: () => void;
}

/** Keeps pushes as their visitor wants them, here and in other tabs. */
export function keepPushes({ host, options, recipient, changed }: KeepOptions): KeptPushes {
  const known = knowRecipient(host, recipient, changed);
  const getEnrolment = later(() => import('./enrolment.js'));
  /** Whether something is left to do, or on its way. */
  let isDue = false;
  async function work() {
    await known.recall();
    const { user, token, wantedBy } = known.value;
    if ((user ?? token ?? wantedBy) === undefined && (!options.adopt || known.isRecorded)) return;
    const { enrol } = await getEnrolment();
    await enrol({ host, known, options });
  }
  const settle = createQueue(async () => {
    isDue = true;
    await work();
    isDue = false;
  });
  const stops = [...follow({ host, known, settle, isDue: () => isDue, changed }), known.close];

  return {
    get isOn() {
      const { user, isRegistered } = known.value;
      const isTheirs = !!host.user && laneOf(user) === laneOf(host.user);
      return pushState() === 'granted' && !!isRegistered && isTheirs;
    },
    async turnOn(user) {
      // Whoever has come in the meantime has not clicked.
      if (laneOf(user) !== laneOf(host.user)) return;
      await known.change((recipient) => ({ ...recipient, wantedBy: user }));
      await settle();
    },
    async turnOff() {
      // A subscription that nothing is known of ends, too: it is the visitor who says so.
      const unknown = pushState() === 'granted' ? { token: '' } : {};
      await known.change((recipient) => ({ ...unknown, ...recipient, wantedBy: undefined }));
      await settle();
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/** What pushes are made of, and who hears of a change. */
interface Parts {
  host: Host;
  known: KnownRecipient;
  settle: () => Promise<void>;
  /** Whether something is left to do. */
  isDue: () => boolean;
  changed: () => void;
}

/** Does what the page's moments and the visitor's changes call for, beginning with its start. Gives the functions that stop it. */
function follow({ host, known, settle, isDue, changed }: Parts): (() => void)[] {
  function settleNow() {
    changed();
    settle().catch(host.report);
  }
  const again = () => {
    if (isDue()) settleNow();
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
  if (['unsupported', 'uninstalled'].includes(pushState())) return () => undefined;
  return on(navigator.serviceWorker, 'message', (event) => {
    const { tidings } = { ...((event as MessageEvent).data as { tidings?: unknown } | null) };
    if (tidings === host.name) host.deliver();
  });
}
