import type { Context } from 'hono'
import type { Env } from '#worker/env.ts'
import { enforceRateLimit } from './rate-limits.ts'

/** Public reads without cookies, which pages of other sites may read. */
const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const preflight = {
  ...anyOrigin,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Accept-Language, Content-Type, If-None-Match',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-store',
}

/** Before the handler, so that its errors are readable too. */
export function allowCrossOriginReads(c: Context): void {
  c.set('isOpenRead', true)
}

export function buildCorsHeaders(c: Context): Record<string, string> {
  return c.get('isOpenRead') === true ? anyOrigin : {}
}

export async function answerPreflight(c: Context<{ Bindings: Env }>): Promise<Response> {
  await enforceRateLimit(c, 'READS')
  allowCrossOriginReads(c)
  return new Response(null, { status: 204, headers: preflight })
}
