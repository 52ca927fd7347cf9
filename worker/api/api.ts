import { Hono, type Context } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Env } from '#worker/env.ts'
import type { Endpoint } from './endpoint.ts'
import { serveCached } from '../caching/serve-cached.ts'
import { AppError } from './errors.ts'
import { failureResponse } from './failure.ts'
import { acceptLanguageLocaleOrDefault } from '../locale/locale.ts'
import { answerPreflight, allowCrossOriginReads } from '../request/open-reads.ts'
import { enforceRateLimit } from '../request/rate-limits.ts'
import { createVisitorContext } from '../request/request-context.ts'

export function createApi(endpoints: readonly Endpoint[]): Hono<{ Bindings: Env }> {
  const api = new Hono<{ Bindings: Env }>()
  api.onError(failureResponse)
  api.use(methodNotAllowed({ app: api, onMethodNotAllowed: methodNotAllowedResponse }))
  for (const endpoint of endpoints) {
    api.on(endpoint.method.toUpperCase(), endpoint.path, async (c) => {
      if (endpoint.isCacheable) allowCrossOriginReads(c)
      const limiter = endpoint.limiter ?? (endpoint.method === 'get' ? undefined : 'WRITES')
      if (limiter) await enforceRateLimit(c, limiter)
      const locale = acceptLanguageLocaleOrDefault(c.req.header('Accept-Language'))
      const handle = () => endpoint.handle(createVisitorContext(c, locale), c as Context)
      return endpoint.isCacheable ? serveCached(c as Context, handle) : handle()
    })
    if (endpoint.isCacheable) api.options(endpoint.path, answerPreflight)
  }
  api.all('*', async (c) => {
    await limitWriteRate(c)
    return failureResponse(new AppError('not_found', 'route_not_found'), c)
  })
  return api
}

/** Reads are counted before. */
async function limitWriteRate(c: Context<{ Bindings: Env }>): Promise<void> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') await enforceRateLimit(c, 'WRITES')
}

async function methodNotAllowedResponse(
  c: Context<{ Bindings: Env }>,
  allowed: string[],
): Promise<Response> {
  await limitWriteRate(c)
  const headers = { Allow: allowed.join(', ') }
  return failureResponse(new AppError('method_not_allowed', 'method_not_allowed', { headers }), c)
}
