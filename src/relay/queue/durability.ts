import { NetworkError } from '../../errors.js';
import { must } from '../../lib/must.js';
import type { QueueConnection } from './queue-connection.js';

/** What Redis says of how it keeps what it is told. */
export interface Durability {
  /** Rejects, with what to set, where Redis does not keep what it answers for. */
  check(): Promise<void>;
  /** Resolves once all that was written over this connection since `check` is on the disk of Redis; rejects where that is not known. */
  confirm(): Promise<void>;
}

/** The first version of Redis that can be asked whether something is on its disk. */
const WAITS_SINCE = [7, 2] as const;

/** By what it is known that something is on disk: Redis answers only then, or it is asked to wait for that. */
type Proof = 'answer' | 'wait';

/** Finds out once for each connection how Redis keeps what it is told; waits for its disk at most so many milliseconds. */
export function createDurability(redis: QueueConnection, timeout: number): Durability {
  let proof: Proof | undefined;
  // It may come back with other settings.
  redis.on('ready', () => (proof = undefined));

  async function check(): Promise<Proof> {
    return (proof ??= await proofOf(redis));
  }

  return {
    check: async () => void (await check()),
    async confirm() {
      if ((await check()) === 'answer') return;
      const [here = 0] = (await redis.sendCommand(['WAITAOF', '1', '0', String(timeout)])) as number[];
      if (here < 1) throw new NetworkError(`Redis did not have it on disk within ${timeout} milliseconds`);
    },
  };
}

/** Takes the word of a Redis for whatever it does. */
export const noDurability: Durability = { check: async () => {}, confirm: async () => {} };

/** Says by what it is known that something is on disk; rejects, with what to set, where nothing says it. */
async function proofOf(redis: QueueConnection): Promise<Proof> {
  const { appendonly, appendfsync, ...settings } = await settingsOf(redis);
  must(
    settings['maxmemory-policy'] === 'noeviction',
    'The Redis of `connection` must have `maxmemory-policy noeviction`, so that it drops nothing that it has accepted',
  );
  must(
    appendonly === 'yes' && settings['no-appendfsync-on-rewrite'] !== 'yes',
    `The Redis of \`connection\` must have ${WANTED}`,
  );
  if (appendfsync === 'always') return 'answer';
  must(await canWait(redis), `The Redis of \`connection\` must have ${WANTED}`);
  return 'wait';
}

const WANTED =
  '`appendonly yes`, `appendfsync always` (from Redis 7.2 on, `everysec` too) and `no-appendfsync-on-rewrite no`, ' +
  'so that what is accepted is on its disk; `isDurable: false` takes less';

const SETTINGS = ['appendonly', 'appendfsync', 'no-appendfsync-on-rewrite', 'maxmemory-policy'] as const;

type Settings = Partial<Record<(typeof SETTINGS)[number], string>>;

async function settingsOf(redis: QueueConnection): Promise<Settings> {
  const found: Record<string, string> = {};
  // One by one, since only Redis 7 takes many.
  for (const name of SETTINGS) {
    const answer = await redis.sendCommand(['CONFIG', 'GET', name]).catch((error: unknown) => {
      // It is away; what it says by itself is that it will not say.
      if (!redis.isReady) throw error;
      return [];
    });
    // By protocol 3 it comes as an object of names.
    const [[key, value] = []] = Array.isArray(answer) ? [answer] : Object.entries(answer as object);
    must(
      typeof key === 'string',
      'The Redis of `connection` must answer `CONFIG GET`, so that it is seen whether it keeps what is accepted; `isDurable: false` does not ask',
    );
    found[key] = String(value);
  }
  return found;
}

async function canWait(redis: QueueConnection): Promise<boolean> {
  const information = String(await redis.sendCommand(['INFO', 'server']));
  const [, major = 0, minor = 0] = (/redis_version:(\d+)\.(\d+)/.exec(information) ?? []).map(Number);
  return major > WAITS_SINCE[0] || (major === WAITS_SINCE[0] && minor >= WAITS_SINCE[1]);
}
