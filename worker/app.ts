import { Hono, type Context } from 'hono'
import { requestId, type RequestIdVariables } from 'hono/request-id'
import { createCardRoutes } from '#worker/features/social-cards/card-routes.ts'
import { createArticleFeedRoutes } from './features/articles/article-feed.ts'
import { createFeedRoutes } from './features/events/feeds/feed-routes.ts'
import { createSitemapRoutes } from '#worker/pages/sitemaps/sitemap-routes.ts'
import { endpointAreaDescriptions, endpoints, feedFiles } from './endpoints.ts'
import { readConfig, type Env } from './env.ts'
import type { PageEnv } from './pages.ts'
import { createApi } from './api/api.ts'
import { renderDocsPage, docsPagePolicy } from './api/docs-page.ts'
import { AppError } from './api/errors.ts'
import { compressCalendar } from './caching/compress-calendar.ts'
import { toConditionalResponse } from './caching/etag.ts'
import { failureResponse, logFailure } from './api/failure.ts'
import { countServerError } from './features/operations/server-errors/count-server-error.ts'
import { measureRequests } from './logging/request-metrics.ts'
import { pictureResponse, serveStoredMedia } from './caching/media.ts'
import { namedSchemas } from './named-schemas.ts'
import { buildOpenApiDocument } from './api/openapi.ts'
import { preSquashUpgradeCommands } from './db/before-squash.ts'
import { getHealth } from './health.ts'
import { isDecodablePath } from './request/plain-path.ts'
import { answerPreflight, buildCorsHeaders, allowCrossOriginReads } from './request/open-reads.ts'
import { enforceReadRateLimit } from './request/rate-limits.ts'
import { createVisitorContext } from './request/request-context.ts'
import { dropUnreadBody } from './request/request-body.ts'
import { nonPagePolicy, buildSecurityHeaders } from './caching/security-headers.ts'
import { renderSecurityTxt } from './security-txt.ts'

const calls = [...endpoints, ...feedFiles]
const api = { endpoints: calls, areas: endpointAreaDescriptions, named: namedSchemas }

type AppEnv = { Bindings: Env; Variables: RequestIdVariables }
type PageHandlers = {
  routes: Hono<PageEnv>
  failure: (error: unknown, c: Context) => Response | Promise<Response>
}

export function createApp({ routes, failure }: PageHandlers): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => (isPageRequest(c) ? failure(error, c) : failureResponse(error, c)))
  app.notFound((c) => failureResponse(new AppError('not_found', 'route_not_found'), c))
  // Ignores a request id of the caller; the response gets ours below, with its other headers.
  app.use(requestId({ headerName: '' }))
  app.use(async (c, next) => {
    await next()
    // Counted beside the answer; a database that is gone answers 503.
    if (c.res.status === 500) c.executionCtx.waitUntil(tryToCountServerError(c))
    await dropUnreadBody(c.req)
    const known = await toConditionalResponse(c.res, c.req.header('If-None-Match'))
    const answer = compressCalendar(known, c.req)
    const { headers } = answer
    headers.set('X-Request-Id', c.get('requestId'))
    for (const [name, value] of Object.entries({
      ...buildSecurityHeaders(c.req.path),
      ...buildCorsHeaders(c),
    })) {
      headers.set(name, value)
    }
    const isPage = headers.get('Content-Type')?.startsWith('text/html')
    if (isPage) headers.set('Content-Type', 'text/html; charset=utf-8')
    if (!isPage && !headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', nonPagePolicy)
    }
    // Hono would copy the response at each `c.header`, and again over an existing one.
    c.res = undefined
    c.res = answer
  })
  app.use(measureRequests)
  app.use(enforceReadRateLimit)
  app.use('/:part{api|feeds|media}/*', async (c, next) => {
    if (!isDecodablePath(new URL(c.req.url).pathname)) {
      throw new AppError('not_found', 'route_not_found')
    }
    await next()
  })
  app.route('/', createDocumentRoutes())
  app.get('/health', async (c) => {
    const health = await getHealth(createVisitorContext(c, 'en'))
    c.header('Cache-Control', 'no-store')
    if (health.database === 'reachable') return c.json({ build: BUILD_ID, ...health })
    return c.json({ build: BUILD_ID, ...health, commands: preSquashUpgradeCommands }, 503)
  })
  app.route('/builds', createBuildRoutes())
  app.route('/api/v1', createApi(endpoints))
  app.get('/media/drawn/*', async (c) => {
    const { drawPictureAtPath } = await import('./features/media/generated-images/pictures.ts')
    const picture = drawPictureAtPath(c.req.path.slice('/media/drawn/'.length))
    return picture ? pictureResponse(picture) : c.notFound()
  })
  app.route('/', createCardRoutes())
  app.get('/media/*', (c) => serveStoredMedia(c, c.req.path.slice('/media/'.length)))
  app.all('/_image/*', (c) => c.notFound())
  app.route('/', createArticleFeedRoutes())
  app.route('/', createFeedRoutes())
  app.route('/', createSitemapRoutes())
  app.route('/', routes)
  return app
}

async function tryToCountServerError(c: Context<AppEnv>): Promise<void> {
  await countServerError(createVisitorContext(c, 'en')).catch((error: unknown) =>
    logFailure(error, c),
  )
}

function isPageRequest({ req }: Context): boolean {
  return !req.path.startsWith('/api/') && Boolean(req.header('Accept')?.includes('text/html'))
}

function createDocumentRoutes(): Hono<AppEnv> {
  const documents = new Hono<AppEnv>()
  documents.options('/api/v1/openapi.json', answerPreflight)
  documents.get('/api/v1/openapi.json', (c) => {
    allowCrossOriginReads(c)
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(buildOpenApiDocument(api, readConfig(c.env).SITE_URL))
  })
  documents.get('/api/docs', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Security-Policy', docsPagePolicy)
    return c.html(renderDocsPage(calls))
  })
  documents.get('/.well-known/security.txt', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    const { config, now } = createVisitorContext(c, 'en')
    return c.text(renderSecurityTxt(config, now))
  })
  // For password managers, which open them on behalf of a member.
  documents.get('/.well-known/change-password', (c) => c.redirect('/profile/security#password'))
  documents.get('/.well-known/passkey-endpoints', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    const passkeys = `${readConfig(c.env).SITE_URL}/profile/security#passkeys`
    return c.json({ enroll: passkeys, manage: passkeys })
  })
  return documents
}

function createBuildRoutes(): Hono {
  const builds = new Hono()
  builds.get('/latest.json', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ id: BUILD_ID })
  })
  builds.get('/meta/:file', (c) => {
    if (c.req.param('file') !== `${BUILD_ID}.json`) return c.notFound()
    c.header('Cache-Control', 'public, max-age=300')
    return c.json({ id: BUILD_ID })
  })
  return builds
}
