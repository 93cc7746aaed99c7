import { steadyNow } from '../../lib/steady-now.js';
import type { QueueConnection } from './queue-connection.js';

/** The clock of Redis, as far as it is known here. */
export interface RedisClock {
  /** What it says at a time of `steadyNow`, in milliseconds: never more than it does, and less by no more than an answer took. */
  at(time: number): Promise<number>;
  /** Asks anew before the next time, since it may have been set. */
  forget(): void;
}

/** For how long it is known, in milliseconds: no two clocks go alike. */
const KNOWN = 60_000;

/** Asks a Redis for its time now and then, and after each reconnect, since another machine may answer by then. */
export function createRedisClock(redis: QueueConnection): RedisClock {
  let ahead = 0;
  let knownUntil = -Infinity;
  const forget = () => void (knownUntil = -Infinity);
  redis.on('ready', forget);

  return {
    async at(time) {
      if (steadyNow() >= knownUntil) {
        const [seconds, rest] = (await redis.sendCommand(['TIME'])) as [string, string];
        ahead = Number(seconds) * 1_000 + Number(rest) / 1_000 - steadyNow();
        knownUntil = steadyNow() + KNOWN;
      }
      return time + ahead;
    },
    forget,
  };
}
