import { isPage, onOnline } from '../browser/page.js';
import { onNudged } from '../browser/tab-nudge.js';
import { userOf } from '../host/call.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { createEmitter } from '../lib/emitter.js';
import { later } from '../lib/later.js';
import { must } from '../lib/must.js';
import type { EnrolmentOptions } from './enrolment.js';
import type { KeptPushes } from './keep-pushes.js';
import { askPermission, onPermissionChanged, pushState, type PushState } from './permission.js';
import { fillElements } from './prompt/push-elements.js';
import type { PushPromptOptions } from './prompt/prompt-options.js';
import type { PushClient } from './prompt/push-client.js';
import { bellOf, recipientIn, type Recipient } from './recipient.js';
import { explanationOf } from './state-in-words.js';

/** Where pushes come from, who shows them, and how a visitor is asked. */
export interface PushOptions extends EnrolmentOptions {
  /** When `<tidings-push-prompt>` asks, and what it says. */
  prompt?: PushPromptOptions;
}

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
export function startPush(client: PushClient, options: PushOptions): Push {
  const { register, applicationServerKey } = { ...options };
  must(
    // A point of the curve P-256, as it is written out: 65 bytes, the first of which is 4.
    typeof register === 'function' || /^B[\w-]{86}$/.test(applicationServerKey as string),
    '`startPush` needs `applicationServerKey`, the public key of your push server as base64url: 87 characters that begin with `B`; or `register`',
  );
  return startOnce(client, 'push', options, (host) => start(host, client, options));
}

// eslint-disable-next-line max-lines-per-function -- What it returns is half of it.
function start(host: Host, client: PushClient, options: PushOptions): Push {
  const { on, emit } = createEmitter<{ change: undefined }>();
  const changed = () => emit('change', undefined);
  let kept: KeptPushes | undefined;
  let recipient: Recipient | undefined;
  let isClosed = false;
  const events = new Set<string>();

  const load = later(async () => {
    const { keepPushes } = await import('./keep-pushes.js');
    kept = keepPushes({ host, options, recipient, changed });
    if (isClosed) kept.close();
    return kept;
  });
  /** Loads what keeps pushes, once somebody wants them. */
  async function look() {
    // What is loaded hears of all changes itself.
    if (kept) return;
    changed();
    recipient = await host.store(recipientIn);
    // There is nothing to keep before somebody wants pushes.
    if (recipient ?? (options.adopt && pushState() === 'granted')) await load();
  }
  const lookNow = () => void look().catch(host.report);
  const stops = [
    host.on('recorded', ({ kind, name = kind }) => void events.add(name)),
    host.on('user', lookNow),
    host.on('consent', lookNow),
    onPermissionChanged(lookNow),
    onNudged(bellOf(host), lookNow),
    onOnline(lookNow),
  ];

  const push: Push = {
    get state() {
      return pushState();
    },
    get isOn() {
      return !!kept?.isOn;
    },
    get explanation() {
      return explanationOf(push.state, push.isOn);
    },
    async turnOn() {
      const user = userOf(host);
      const state = await askPermission();
      changed();
      if (state === 'granted') await (await load()).turnOn(user);
      return state;
    },
    turnOff: async () => (await load()).turnOff(),
    watch(listener) {
      listener(push);
      return on('change', () => listener(push));
    },
    close() {
      isClosed = true;
      stops.forEach((stop) => stop());
      kept?.close();
    },
  };
  if (isPage()) {
    stops.push(fillElements({ push, host, client, events, prompt: options.prompt }));
    lookNow();
  }
  return push;
}
