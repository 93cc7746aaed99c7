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

/** A refusal that some worker of a fleet has met. */
export interface Refusal {
  /** Another one for each refusal. */
  mark: string;
  /** For how long the service still wants to be left alone, in milliseconds. */
  left: number;
}

/** When the calls of a whole fleet left, and what was refused of them, kept in Redis. */
export interface FleetLog {
  /**
   * Notes a call that leaves now, or gives how long to wait until one may, in milliseconds; and the last refusal. Before
   * that it forgets what was noted of the call itself, where that is so many milliseconds ago.
   */
  take(limit: FleetLimit, after?: number): Promise<{ wait: number; refusal: Refusal | undefined }>;
  /** Notes that the service refused a call, and for how long it wants to be left alone, in milliseconds; gives the mark. */
  refuse(limit: FleetLimit, wait: number): Promise<string>;
  /** The last refusal. */
  refusal(limit: FleetLimit): Promise<Refusal | undefined>;
  /** Notes calls that left without being noted. */
  add(limit: FleetLimit, count: number): Promise<void>;
  /** Notes that a call counts from now on only, which was noted so many milliseconds ago. */
  postpone(limit: FleetLimit, by: number): Promise<void>;
  /** Resolves when Redis can do all that is asked of it. */
  probe(): Promise<void>;
}

/**
 * Under the last key is the last refusal: until when the service wants to be left alone, and when it said so. Under each
 * other one is when the last calls left, the newest first, as many as its allowance lets leave in a window. It is kept
 * longer than that, since the clock of Redis, by which it is dropped, may not be the one that counts. What is forgotten is
 * the call itself, or one that was noted before it: the log then says at worst that more left of late.
 */
const COMMON = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local refused = table.remove(KEYS)
local function refusal()
  local mark = redis.call('get', refused)
  if not mark then return { '', 0 } end
  return { mark, math.ceil(math.max(0, tonumber(string.match(mark, '^%S+')) - now)) }
end
local function limitOf(i) return tonumber(ARGV[2 * i + 1]) end
local function lengthOf(i) return tonumber(ARGV[2 * i + 2]) end
local function add(i)
  local newest = tonumber(redis.call('lindex', KEYS[i], 0) or now)
  redis.call('lpush', KEYS[i], string.format('%.3f', math.max(now, newest)))
  redis.call('ltrim', KEYS[i], 0, limitOf(i) - 1)
  redis.call('pexpire', KEYS[i], lengthOf(i) + 60000)
end
local function forget(i)
  for _, time in ipairs(redis.call('lrange', KEYS[i], 0, -1)) do
    if tonumber(time) <= now - ARGV[2] then return redis.call('lrem', KEYS[i], 1, time) end
  end
end`;

/** A clock that was set back by more than a window would stop the fleet: what was noted then counts as made now. */
const TAKE = `${COMMON}
local wait = 0
for i, key in ipairs(KEYS) do
  if ARGV[2] ~= '' then forget(i) end
  if tonumber(redis.call('lindex', key, 0) or now) > now + lengthOf(i) then
    local count = redis.call('llen', key)
    redis.call('del', key)
    for _ = 1, count do add(i) end
  end
  local last = redis.call('lindex', key, limitOf(i) - 1)
  if last then wait = math.max(wait, last + lengthOf(i) - now) end
end
local heard = refusal()
wait = math.ceil(math.max(wait, heard[2]))
if wait == 0 then
  for i in ipairs(KEYS) do add(i) end
end
return { wait, heard[1], heard[2] }`;

const ADD = `${COMMON}
for i in ipairs(KEYS) do
  for _ = 1, tonumber(ARGV[2]) do add(i) end
end`;

const POSTPONE = `${COMMON}
for i in ipairs(KEYS) do
  forget(i)
  add(i)
end`;

/** A refusal without a wait counts too: where no limit is published, all go half as often after it. */
const REFUSE = `${COMMON}
local last = refusal()
local left = math.max(last[2], tonumber(ARGV[2]))
local mark = string.format('%.3f %.3f', now + left, now)
redis.call('set', refused, mark, 'px', left + 10000)
return { mark }`;

const REFUSAL = `${COMMON}
return refusal()`;

/** Makes the log that a fleet keeps in Redis; without a clock of one's own, by that of Redis, which is one for all. */
export function createFleetLog(client: RedisClient, now?: () => number): FleetLog {
  async function run(script: string, { name, allowances }: FleetLimit, number?: number): Promise<unknown> {
    return client.eval(script, {
      // In braces is what a cluster goes by, so that all keys of a script are in one place.
      keys: [...allowances.map(({ per }) => String(per)), 'refused'].map((key) => `tidings:{${name}}:${key}`),
      arguments: [
        now ? String(now()) : '',
        number === undefined ? '' : String(Math.floor(number)),
        ...allowances.flatMap(({ limit, per }) => [String(limit), String(lengthOf(per))]),
      ],
    });
  }

  return {
    async take(limit, after) {
      const [wait, ...refusal] = (await run(TAKE, limit, after)) as [number, string, number];
      return { wait, refusal: refusalIn(refusal) };
    },
    refuse: async (limit, wait) => ((await run(REFUSE, limit, wait)) as [string])[0],
    refusal: async (limit) => refusalIn((await run(REFUSAL, limit)) as [string, number]),
    add: async (limit, count) => void (await run(ADD, limit, count)),
    postpone: async (limit, by) => void (await run(POSTPONE, limit, by)),
    probe: async () => void (await run(ADD, { name: 'probe', allowances: [{ limit: 1, per: 1_000 }] }, 1)),
  };
}

function refusalIn([mark, left]: readonly [string, number]): Refusal | undefined {
  return mark ? { mark, left } : undefined;
}
