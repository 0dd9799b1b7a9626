-- Decides in order about the pending requests of one API key, using its token buckets.
-- KEYS[1]   the buckets: a hash of request tokens r, event tokens e, time t (µs)
-- KEYS[2..] idempotency keys: first those to remember, then those of requests that have one
-- ARGV      request rate, request burst, event rate, event burst (rates per second), number of keys
--           to remember, seconds to remember them, number of requests, then for each request: its
--           number of events and the index of its idempotency key in KEYS, or 0
-- Returns   for each request: 0 admitted, -1 admitted and already stored, otherwise ms to wait;
--           then the remaining request tokens and event tokens, rounded down.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local requestRate, requestBurst = tonumber(ARGV[1]), tonumber(ARGV[2])
local eventRate, eventBurst = tonumber(ARGV[3]), tonumber(ARGV[4])
local requests, events = requestBurst, eventBurst
for i = 2, 1 + tonumber(ARGV[5]) do
  redis.call('SET', KEYS[i], '', 'EX', ARGV[6])
end
local state = redis.call('HMGET', KEYS[1], 'r', 'e', 't')
if state[3] then
  local seconds = math.max(0, now - tonumber(state[3])) / 1000000
  requests = math.min(requestBurst, tonumber(state[1]) + seconds * requestRate)
  events = math.min(eventBurst, tonumber(state[2]) + seconds * eventRate)
end
-- Tolerance for rounding: a caller that waited for the returned time must be admitted.
local epsilon = 0.000001
local result = {}
for i = 1, tonumber(ARGV[7]) do
  local wanted, index = tonumber(ARGV[6 + 2 * i]), tonumber(ARGV[7 + 2 * i])
  local known = index > 0 and redis.call('EXISTS', KEYS[index]) == 1
  -- A request for more than a full bucket is admitted when the bucket is full and leaves it in debt.
  local needed = math.min(wanted, eventBurst)
  local wait = 0
  if requests < 1 - epsilon then
    wait = (1 - requests) / requestRate
  end
  if wanted > 0 and not known and events < needed - epsilon then
    wait = math.max(wait, (needed - events) / eventRate)
  end
  if wait > 0 then
    result[i] = math.ceil(wait * 1000)
  else
    requests = requests - 1
    if known then
      result[i] = -1
    else
      events = events - wanted
      result[i] = 0
    end
  end
end
redis.call('HSET', KEYS[1], 'r', string.format('%.6f', requests),
  'e', string.format('%.6f', events), 't', string.format('%.0f', now))
-- A full bucket is the same as a missing one, so the hash expires once both are full again.
local full = math.max((requestBurst - requests) / requestRate, (eventBurst - events) / eventRate)
redis.call('PEXPIRE', KEYS[1], math.ceil(full * 1000) + 1000)
result[#result + 1] = math.floor(requests + epsilon)
result[#result + 1] = math.floor(events + epsilon)
return result
