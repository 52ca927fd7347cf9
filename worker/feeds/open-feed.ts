import type { Context, Hono, Next } from 'hono'
import { AppError } from '#worker/api/errors.ts'
import { cacheResponse } from '#worker/caching/serve-cached.ts'
import { acceptLanguageLocaleOrDefault } from '#worker/locale/locale.ts'
import { createVisitorContext } from '#worker/request/request-context.ts'
import type { Env } from '#worker/env.ts'
import { answerPreflight, allowCrossOriginReads } from '#worker/request/open-reads.ts'

export type FeedApp = Hono<{ Bindings: Env }>
export type FeedContext = Context<{ Bindings: Env }>

/** Errors are in the language of the reader, a feed in that of its address. */
export function createFeedContext(c: FeedContext) {
  return createVisitorContext(c, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')))
}

export function addOpenFeed(
  app: FeedApp,
  path: string,
  answer: (c: FeedContext) => Promise<Response>,
): void {
  app.on('OPTIONS', path, answerPreflight)
  app.use(path, cacheOpenFeed)
  app.get(path, answer)
  app.all(path, throwMethodNotAllowed)
}

export function throwMethodNotAllowed(): never {
  const headers = { Allow: 'GET, HEAD' }
  throw new AppError('method_not_allowed', 'method_not_allowed', { headers })
}

function cacheOpenFeed(c: Context, next: Next): Promise<void> {
  allowCrossOriginReads(c)
  return cacheResponse(c, next)
}
