import { createHash } from 'node:crypto';
import { hashOf } from '../../lib/hash-of.js';
import type { RelayedCall } from '../relayed-call.js';
import { withId } from '../forwarding/ways.js';
import { PARTITIONS } from './queue-connection.js';

/** Calls that are kept together: all of one partition, in their order. */
export interface Batch {
  /** When they were accepted, in milliseconds since the epoch. */
  at: number;
  /** By what the same calls are known when they come again: only where each of them has an id. */
  id?: string;
  /** How often they were told, and were to be told again. */
  tries?: number;
  /** When they may be told again, in milliseconds since the epoch. */
  due?: number;
  /** How long they were put off until then, in milliseconds. */
  wait?: number;
  calls: RelayedCall[];
}

/** A batch that is to be kept, and how it is written. */
export interface NewBatch {
  partition: number;
  id: string;
  count: number;
  text: string;
}

/** How large a batch is at most, in characters; a single call may be larger. */
const MOST = 100_000;

/** What the service takes an id of: with one, it may be told again by whoever finds it, and counts once. */
const takesId = /^POST \/api\/(events\/track|commerce\/trackPurchase)$/;

/** Parts calls into batches, so that all of one user are in one partition, in their order. */
export function batchesOf(calls: readonly RelayedCall[], at: number): NewBatch[] {
  const batches: NewBatch[] = [];
  const parts = new Map<number, RelayedCall[]>();
  for (const call of calls) {
    const part = parts.get(partitionOf(call)) ?? [];
    part.push(call);
    parts.set(partitionOf(call), part);
  }
  for (const [partition, part] of parts)
    for (const { texts, areNamed } of piecesOf(part)) {
      const joined = texts.join();
      const id = areNamed ? createHash('sha256').update(joined).digest('base64url') : '';
      const text = `{"at":${at},${id && `"id":"${id}",`}"calls":[${joined}]}`;
      batches.push({ partition, id, count: texts.length, text });
    }
  return batches;
}

/** The partition that all calls of a user are in. */
export function partitionOf({ user }: Pick<RelayedCall, 'user'>): number {
  return hashOf(nameOf(user)) % PARTITIONS;
}

/** What of one user is told in its order: profiles, subscriptions, carts and purchases, all in one. */
const isOrdered = /^POST \/api\/(commerce|users)\//;

/** The line that a call stands in: what stands before it is told before it. */
export function lineOf({ user, route }: RelayedCall): string {
  return `${isOrdered.test(route) ? '' : route} ${nameOf(user)}`;
}

/** Emails are the same however they are written. */
function nameOf({ email, userId }: RelayedCall['user']): string {
  return email === undefined ? `u${userId}` : `e${email.toLowerCase()}`;
}

/** The calls of one partition as they are written, no piece larger than a batch may be. */
function piecesOf(calls: readonly RelayedCall[]) {
  const pieces: { texts: string[]; areNamed: boolean }[] = [];
  let size = Infinity;
  for (const call of calls) {
    const text = JSON.stringify(takesId.test(call.route) ? { ...call, body: withId(call.body) } : call);
    size += text.length;
    if (size > MOST) {
      pieces.push({ texts: [], areNamed: true });
      size = text.length;
    }
    const piece = pieces.at(-1);
    piece?.texts.push(text);
    if (piece && typeof call.body['id'] !== 'string') piece.areNamed = false;
  }
  return pieces;
}
