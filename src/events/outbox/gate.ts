import type { UserRef } from '../../api/models/user.js';
import type { Credentials } from '../../identity/credentials.js';
import { isNoToken } from '../../identity/no-token.js';
import { laneOf } from '../../identity/user.js';
import type { Visitor } from '../../identity/visitor.js';
import type { Ledger } from './ledger.js';
import type { Row } from './row.js';

/** What a page lets leave. */
export interface Gate extends Pick<Credentials, 'heldUntil' | 'troubleOf'> {
  /** Names the page among all that share the outbox. */
  page: string;
  /** Whether the page has a row that it took; a transaction that is done twice may take one and give it to nobody. */
  hasTaken: (row: Row) => boolean;
  /** A user's token while it is on its way: nothing is taken before it is there, lest the page end in between. */
  coming: (user: UserRef) => Promise<unknown> | undefined;
  /** What to do with what may have been sent, if the service could not tell a repeat. */
  uncertain: 'assume' | 'resend';
  /** Who goes first. */
  visitor: Pick<Visitor, 'word'>;
  /** Behind which line to look on for what others have left, while all before must wait. */
  from?: string | undefined;
}

/** How long what is not the visitor's waits when there is no token for its user, in milliseconds: an hour. */
const ABSENCE = 3_600_000;

/** Whether a line must wait for a token. */
export function mustWait(ledger: Ledger, gate: Gate, head: Row): boolean {
  const { user, kind } = head.event;
  if (!user || isWithoutToken(ledger, gate, head)) return true;
  const { now, table } = ledger;
  const until = gate.heldUntil(user, kind);
  if (until <= now) return false;
  if (isFormer(gate, head) && isNoToken(gate.troubleOf(user))) {
    head.absentAt = now;
    table.put(head.key, head);
  }
  ledger.next = Math.min(ledger.next, until);
  return true;
}

/** Whether a row must wait since its user may not tell what is of its kind, and the others need not. */
export function isOfHeldKind({ now }: Ledger, { heldUntil }: Gate, { event: { user, kind } }: Row): boolean {
  return !!user && heldUntil(user, '') <= now && heldUntil(user, kind) > now;
}

/** Whether there was no token for a user a while ago, who is not the visitor: that is remembered. */
export function isWithoutToken(ledger: Ledger, gate: Gate, head: Row): boolean {
  const { now } = ledger;
  const { absentAt = NaN } = head;
  // The clock may have been set right meanwhile.
  if (!isFormer(gate, head) || !(Math.abs(now - absentAt) < ABSENCE)) return false;
  ledger.next = Math.min(ledger.next, absentAt + ABSENCE);
  return true;
}

/** Whether a row is not the visitor's. */
function isFormer({ visitor }: Gate, { event }: Row): boolean {
  return laneOf(event.user) !== laneOf(visitor.word.user);
}
