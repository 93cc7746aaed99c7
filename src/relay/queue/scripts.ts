/**
 * Keeps batches. A tenth of the memory of Redis stays free, so that there is room to empty the queue: a full Redis gives out
 * no job, and renews no lock. A batch whose id waits already is there, and not kept twice. What comes to it too late, after
 * it was frozen or away, is not kept: whoever told it may have told it again, and newer things after it, by another way.
 */
export const ADD = `
local time = redis.call('time')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then return redis.error_reply('LATE nobody waits for it') end
local memory = redis.call('info', 'memory')
local most = tonumber(string.match(memory, 'maxmemory:(%d+)') or 0)
local used = tonumber(string.match(memory, 'used_memory:(%d+)') or 0)
if most > 0 and used > most * 0.9 then return redis.error_reply('FULL nine tenths of the memory are used') end
local shifts, added = {}, 0
for i = 5, #KEYS do
  local partition, id, count, text = unpack(ARGV, (i - 5) * 4 + 2, (i - 5) * 4 + 5)
  if id == '' or redis.call('sadd', KEYS[3], id) == 1 then
    if redis.call('rpush', KEYS[i], text) == 1 or redis.call('srem', KEYS[4], partition) == 1 then
      shifts[#shifts + 1] = { partition, redis.call('hget', KEYS[1], partition) or '0' }
    end
    added = added + count
  end
end
redis.call('hincrby', KEYS[2], 'accepted', added)
redis.call('hincrby', KEYS[2], 'waiting', added)
return shifts`;

/** Whoever holds another lock, or works on after its shift was ended, has nothing to say. */
const HELD = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return { 'lost' } end
local isOver = (redis.call('hget', KEYS[3], ARGV[2]) or '0') ~= ARGV[3]`;

/**
 * Gives the first batches; where there is none, the shift ends in the same step, so that what comes later begins another.
 * Something is deleted first, here and below, since a script that has written goes on where Redis is full.
 */
export const TAKE = `${HELD}
if isOver then return { 'over' } end
local found, size, most = { 'taken' }, 0, tonumber(ARGV[4])
while #found <= most and size < tonumber(ARGV[5]) do
  local some = redis.call('lrange', KEYS[2], #found - 1, #found + 18)
  for _, text in ipairs(some) do
    if #found <= most and size < tonumber(ARGV[5]) then
      found[#found + 1] = text
      size = size + #text
    end
  end
  if #some < 20 then break end
end
if #found > 1 then return found end
redis.call('del', KEYS[2])
redis.call('hincrby', KEYS[3], ARGV[2], 1)
return { 'over' }`;

/** Puts what is kept of batches in their place, and writes down what became of the rest, in one step. */
export const SETTLE = `${HELD}
if isOver then return { 'lost' } end
local at = 6
local function list()
  local items = {}
  for i = 1, tonumber(ARGV[at]) do items[i] = ARGV[at + i] end
  at = at + #items + 1
  return items
end
local kept, refused, done = list(), list(), list()
redis.call('ltrim', KEYS[2], ARGV[4], -1)
for i = #kept, 1, -1 do redis.call('lpush', KEYS[2], kept[i]) end
for _, letter in ipairs(refused) do redis.call('xadd', KEYS[6], '*', 'letter', letter) end
for _, id in ipairs(done) do redis.call('srem', KEYS[5], id) end
redis.call('hincrby', KEYS[4], 'delivered', ARGV[5])
redis.call('hincrby', KEYS[4], 'refused', #refused)
-- Not by a minus before it: no calls at all would be -0, which Redis does not take.
redis.call('hincrby', KEYS[4], 'waiting', 0 - ARGV[5] - #refused)
return { 'settled' }`;

/** Whether a text stands anywhere in what a partition holds, however its Latin letters are written. */
export const HOLDS = `
local size, some = redis.call('llen', KEYS[1]), 100
for from = 0, size - 1, some do
  for _, text in ipairs(redis.call('lrange', KEYS[1], from, from + some - 1)) do
    if string.find(string.lower(text), ARGV[1], 1, true) then return 1 end
  end
end
return 0`;

/** Makes a dead letter a call that waits, once. */
export const REPLAY = `
if redis.call('xdel', KEYS[3], ARGV[1]) == 0 then return {} end
redis.call('rpush', KEYS[4], ARGV[3])
redis.call('hincrby', KEYS[2], 'waiting', 1)
return { { ARGV[2], redis.call('hget', KEYS[1], ARGV[2]) or '0' } }`;

/** The shifts of all partitions that hold something. */
export const SHIFTS = `
local shifts = {}
for i = 4, #KEYS do
  if redis.call('exists', KEYS[i]) == 1 then
    shifts[#shifts + 1] = { i - 4, redis.call('hget', KEYS[1], i - 4) or '0' }
  end
end
return shifts`;

/** How many wait, and what became of those before; how many dead letters there are; since when the oldest waits. */
export const COUNTS = `
local counts = redis.call('hmget', KEYS[2], 'waiting', 'accepted', 'delivered', 'refused')
for i = 1, 4 do counts[i] = counts[i] or '0' end
local oldest = 0
for i = 4, #KEYS do
  local at = tonumber(string.match(redis.call('lindex', KEYS[i], 0) or '', '^{"at":(%d+)'))
  if at and (oldest == 0 or at < oldest) then oldest = at end
end
counts[5] = redis.call('xlen', KEYS[3])
counts[6] = tostring(oldest)
return counts`;
