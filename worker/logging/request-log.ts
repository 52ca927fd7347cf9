import type { Context } from 'hono'
import { createLog, type Log, type LogSource } from './log.ts'

/** The response names the same id: `X-Request-Id`. */
export function requestLogSource(c: Context): LogSource {
  const request: string = c.get('requestId')
  return { origin: 'request', request }
}

export function createRequestLog(c: Context): Log {
  return createLog(requestLogSource(c))
}
