import { userOf } from '../../admin/bulk/item-problems.js';
import type { UserRef } from '../../api/models/user.js';
import type { Forward } from '../forwarding/forwarding.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayQueue } from '../relay-queue.js';
import type { Receipts, Device } from '../who/receipts.js';
import type { Session } from '../who/session.js';
import { changeEmail, isChangeOfEmail } from './change-of-email.js';
import { keep } from './keeping.js';
import { readLine, type ReadLine } from './lines.js';

/** Who tells something. */
export interface Teller {
  session: Session;
  device: Device;
}

/** What is needed to tell the service. */
export interface TellParts {
  forward: Forward;
  receipts: Receipts;
  queue?: RelayQueue | undefined;
  onError: (error: unknown) => void;
}

/** Makes the function that gives each line of a page its outcome. */
export function createTell({ forward, receipts, queue, onError }: TellParts) {
  /** Whether the session, or the device, says that each of these users may speak. */
  async function provenOf(lines: readonly ReadLine[], { session, device }: Teller) {
    const subjects = new Set(lines.map(({ call }) => userOf(call.user)));
    const proven = new Set(session.keys());
    for (const subject of subjects)
      if (!proven.has(subject) && (await receipts.prove(subject, device))) proven.add(subject);
    return ({ call, isOfSession }: ReadLine) => {
      const subject = userOf(call.user);
      return isOfSession ? session.has(subject) : proven.has(subject);
    };
  }

  /** Gives each line its outcome: of the service, or of the queue where it may wait in one. */
  function pass(
    lines: readonly ReadLine[],
    { users, patience }: { users: readonly UserRef[]; patience: number },
  ): Map<ReadLine, Promise<RelayOutcome>> {
    const found = new Map<ReadLine, Promise<RelayOutcome>>();
    const waiting = queue ? lines.filter(({ isOfSession }) => !isOfSession) : [];
    const changes = queue?.holds ? lines.filter(({ call }) => isChangeOfEmail(call)) : [];
    const direct = lines.filter((line) => !waiting.includes(line) && !changes.includes(line));
    const outcomes = forward(direct.map(callOf), { patience });
    direct.forEach((line, index) => found.set(line, outcomes[index] as Promise<RelayOutcome>));
    if (!queue) return found;
    const how = { queue, patience, onError };
    const kept = waiting.length ? keep(waiting.map(callOf), how) : undefined;
    if (kept) for (const line of waiting) found.set(line, kept);
    for (const line of changes) found.set(line, changeEmail(line.call, { ...how, forward, users, kept }));
    return found;
  }

  return async function tell(
    texts: readonly string[],
    teller: Teller,
    patience: number,
  ): Promise<RelayOutcome[]> {
    const said = texts.map(readLine);
    const readable = said.filter((one) => 'call' in one);
    const isProven = await provenOf(readable, teller);
    const outcomes = pass(readable.filter(isProven), { users: [...teller.session.values()], patience });
    return Promise.all(
      said.map(async (one) => ('refused' in one ? one.refused : ((await outcomes.get(one)) ?? HELD))),
    );
  };
}

const callOf = ({ call }: ReadLine) => call;
const HELD: RelayOutcome = { is: 'held', msg: 'Nobody proves that this user may send it' };
