import { nudge, onNudged } from '../browser/tab-nudge.js';
import type { Host } from '../host/host.js';
import { bellOf, RECIPIENT, recipientIn, type Recipient } from './recipient.js';

/** The recipient of pushes as this page knows them, the same in every tab and in the service worker. */
export interface KnownRecipient {
  readonly value: Recipient;
  /** Whether anything has been known of one: that nobody gets pushes is something, too. */
  readonly isRecorded: boolean;
  /** Gets what the device keeps. Where it keeps nothing, what this page knows is all there is. */
  recall(): Promise<void>;
  change(change: (recipient: Recipient) => Recipient): Promise<void>;
  /** Forgets in this page that somebody wants pushes. */
  forgetWish(): void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/**
 * Knows the recipient.
 *
 * @param onChange - Hears that this or another tab has changed something.
 */
export function knowRecipient(
  host: Host,
  value: Recipient | undefined,
  onChange: () => void,
): KnownRecipient {
  const bell = bellOf(host);

  async function recall() {
    value = (await host.store(recipientIn)) ?? value;
    onChange();
  }

  return {
    get value() {
      return value ?? {};
    },
    get isRecorded() {
      return value !== undefined;
    },
    recall,
    async change(change) {
      value = await host.store(async (table) => {
        const changed = change((await recipientIn(table)) ?? value ?? {});
        table.put(RECIPIENT, changed);
        return changed;
      });
      nudge(bell);
      onChange();
    },
    forgetWish: () => void (value &&= { ...value, wantedBy: undefined }),
    close: onNudged(bell, () => void recall().catch(host.report)),
  };
}
