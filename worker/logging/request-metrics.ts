import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Services } from '#worker/env.ts'
import { writeMetric } from './metrics.ts'

export const measureRequests: MiddlewareHandler<{ Bindings: Pick<Services, 'METRICS'> }> = async (
  c,
  next,
) => {
  const began = performance.now()
  await next()
  writeMetric(c.env.METRICS, {
    kind: 'request',
    name: `${c.req.method} ${routePath(c, -1)}`,
    outcome: String(c.res.status),
    ms: performance.now() - began,
  })
}
