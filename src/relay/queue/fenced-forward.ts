import type { Lease } from '../../admin/jobs/lease.js';
import type { RelayedCall } from '../relayed-call.js';
import type { RelayOutcome } from '../outcome.js';
import type { Forward } from '../forwarding/forwarding.js';

/** Tells the service of calls for as long as a lease holds; one outcome each, in their order. */
export type FencedForward = (calls: readonly RelayedCall[], lease: Lease) => Promise<RelayOutcome[]>;

/** How what tells the service is made anew, by way of a `fetch`. */
export interface Fence {
  create(fetch: typeof globalThis.fetch): Forward;
  fetch: typeof globalThis.fetch;
  /** For how long a lease must still hold where a request leaves, in milliseconds: so long the service has for it until another process tells it anything. */
  room: number;
}

/** How long a call waits for its outcome, in milliseconds: a worker that is closed ends after that at the latest. */
const PATIENCE = 20_000;

/**
 * Lets no request leave once a lease of this process may have ended, since another process may tell the service by then: a
 * process that was frozen would tell of an old cart after a new one. What waits in line at that time never leaves.
 */
export function createFencedForward({ create, fetch, room }: Fence): FencedForward {
  const leases = new Set<Lease>();
  // At once, so that options that are none are refused where they are passed.
  let current = open();

  function open(): Gate {
    const end = new AbortController();
    const forward = create(async (...request) => {
      end.signal.throwIfAborted();
      try {
        for (const lease of leases) lease.check(room);
      } catch (error) {
        // Whoever comes next begins anew, with nobody in line.
        end.abort(error);
        throw error;
      }
      return fetch(...request);
    });
    return { forward, signal: end.signal };
  }

  return async (calls, lease) => {
    if (current.signal.aborted) current = open();
    const signal = AbortSignal.any([lease.signal, current.signal]);
    leases.add(lease);
    try {
      return await Promise.all(current.forward(calls, { patience: PATIENCE, signal }));
    } finally {
      leases.delete(lease);
    }
  };
}

/** What calls leave by, until it is shut for good. */
interface Gate {
  forward: Forward;
  signal: AbortSignal;
}
