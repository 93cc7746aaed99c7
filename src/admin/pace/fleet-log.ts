import { lengthOf, type Allowance } from './rate-limit.js';

/** What is asked of a client of the package `redis`. */
export interface RedisClient {
  /** Whether it is connected. */
  readonly isReady?: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Whose calls are noted together, and what is allowed to all of them. */
export interface FleetLimit {
  name: string;
  allowances: Allowance[];
}

/** When the calls of a whole fleet left, kept in Redis. */
export interface FleetLog {
  /** Notes a call that leaves now, or gives how long to wait until one may, in milliseconds. */
  take(limit: FleetLimit): Promise<number>;
  /** Notes calls that left without being noted. */
  add(limit: FleetLimit, count: number): Promise<void>;
  /** Notes that a call leaves only now, which was noted so many milliseconds ago. */
  postpone(limit: FleetLimit, by: number): Promise<void>;
  /** Resolves when Redis can do all that is asked of it. */
  probe(): Promise<void>;
}

/**
 * Under each key is when the last calls left, the newest first, as many as its allowance lets leave in a window. It is kept
 * longer than that, since the clock of Redis, by which it is dropped, may not be the one that counts.
 */
const COMMON = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local function limitOf(i) return tonumber(ARGV[2 * i + 1]) end
local function lengthOf(i) return tonumber(ARGV[2 * i + 2]) end
local function add(i)
  local newest = tonumber(redis.call('lindex', KEYS[i], 0) or now)
  redis.call('lpush', KEYS[i], string.format('%.3f', math.max(now, newest)))
  redis.call('ltrim', KEYS[i], 0, limitOf(i) - 1)
  redis.call('pexpire', KEYS[i], lengthOf(i) + 60000)
end`;

/** A clock that was set back by more than a window would stop the fleet: what was noted then counts as made now. */
const TAKE = `${COMMON}
local wait = 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('lindex', key, 0) or now) > now + lengthOf(i) then
    local count = redis.call('llen', key)
    redis.call('del', key)
    for _ = 1, count do add(i) end
  end
  local last = redis.call('lindex', key, limitOf(i) - 1)
  if last then wait = math.max(wait, last + lengthOf(i) - now) end
end
if wait > 0 then return math.ceil(wait) end
for i in ipairs(KEYS) do add(i) end
return 0`;

const ADD = `${COMMON}
for i in ipairs(KEYS) do
  for _ = 1, tonumber(ARGV[2]) do add(i) end
end`;

/** The call itself, or one that was noted before it: the log then says at worst that more left of late. */
const POSTPONE = `${COMMON}
for i, key in ipairs(KEYS) do
  for _, time in ipairs(redis.call('lrange', key, 0, -1)) do
    if tonumber(time) <= now - ARGV[2] then
      redis.call('lrem', key, 1, time)
      break
    end
  end
  add(i)
end`;

/** Makes the log that a fleet keeps in Redis; without a clock of one's own, by that of Redis, which is one for all. */
export function createFleetLog(client: RedisClient, now?: () => number): FleetLog {
  async function run(script: string, { name, allowances }: FleetLimit, number = 0): Promise<number> {
    const answer = await client.eval(script, {
      // In braces is what a cluster goes by, so that all keys of a script are in one place.
      keys: allowances.map(({ per }) => `tidings:{${name}}:${per}`),
      arguments: [
        now ? String(now()) : '',
        String(Math.round(number)),
        ...allowances.flatMap(({ limit, per }) => [String(limit), String(lengthOf(per))]),
      ],
    });
    return Number(answer);
  }

  return {
    take: (limit) => run(TAKE, limit),
    add: async (limit, count) => void (await run(ADD, limit, count)),
    postpone: async (limit, by) => void (await run(POSTPONE, limit, by)),
    probe: async () => void (await run(ADD, { name: 'probe', allowances: [{ limit: 1, per: 1_000 }] }, 1)),
  };
}
