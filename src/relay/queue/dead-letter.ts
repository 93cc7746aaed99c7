import type { RelayedCall } from '../relayed-call.js';

/** A call that the service will not take. */
export interface DeadLetter {
  id: string;
  /** When it was refused, in milliseconds since the epoch. */
  at: number;
  /** When it was accepted, in milliseconds since the epoch. */
  since: number;
  call: RelayedCall;
  /** The status of the service's answer; 0 where it was told in vain for too long. */
  status: number;
  /** The service's own word for what is wrong. */
  code: string;
  /** What is wrong, as the service says it. */
  msg: string;
}
