-- Asks for the paths of a file, one a line, in turn; ends with the figures in JSON.
local paths = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  -- Threads share the file but not the place in it.
  math.randomseed(tonumber(tostring(paths):match('0x(%x+)'), 16))
  at = math.random(#paths)
end

function request()
  at = at % #paths + 1
  return wrk.format('GET', paths[at])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nfigures {"seconds": %.3f, "requests": %d, "failed": %d, "p50": %.3f, "p99": %.3f}\n',
    summary.duration / 1e6, summary.requests,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
