import type { Lease } from '../../admin/jobs/lease.js';
import type { RelayedCall } from '../relayed-call.js';
import type { RelayOutcome } from '../outcome.js';
import type { Forward } from '../forwarding/forwarding.js';
import { NetworkError } from '../../errors.js';

/** Tells the service of calls for as long as a lease holds; one outcome each, in their order. */
export type FencedForward = (calls: readonly RelayedCall[], lease: Lease) => Promise<RelayOutcome[]>;

/** How what tells the service is made anew, by way of a `fetch`. */
export interface Fence {
  create(fetch: typeof globalThis.fetch): Forward;
  fetch: typeof globalThis.fetch;
}

/** How long a call waits for its outcome, in milliseconds: a worker that is closed ends after that at the latest. */
const PATIENCE = 20_000;

/**
 * Lets no request leave once a lease of this process may have ended, since another process may tell the service by then: a
 * process that was frozen would tell of an old cart after a new one. What waits in line at that time never leaves.
 */
export function createFencedForward({ create, fetch }: Fence): FencedForward {
  const leases = new Set<Lease>();
  let forward: Forward | undefined;

  function createOne(): Forward {
    let isOver = false;
    const created = create((...request) => {
      try {
        for (const lease of leases) lease.check();
      } catch {
        isOver = true;
        // Whoever comes next begins anew, with nobody in line.
        if (forward === created) forward = undefined;
      }
      if (isOver) return Promise.reject(new NetworkError('The calls may be told by another worker by now'));
      return fetch(...request);
    });
    return created;
  }

  return async (calls, lease) => {
    leases.add(lease);
    try {
      forward ??= createOne();
      return await Promise.all(forward(calls, { patience: PATIENCE, signal: lease.signal }));
    } finally {
      leases.delete(lease);
    }
  };
}
