import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import { Hono, type Context } from 'hono'
import type { Ctx, Visitor } from './context.ts'
import { readConfig, type Env } from './env.ts'
import { isSessionEndedError, refreshSession } from './features/accounts/refresh-session.ts'
import type { AccessLevel, ActorFor } from './auth/access.ts'
import { clearTokenCookies, hasTokenCookies, setTokenCookies } from './auth/cookies.ts'
import {
  resolveCachePolicy,
  type CachePolicyArguments,
  type CachedRoute,
} from './caching/cache-map.ts'
import { cacheHeaders, type CachePolicy } from './caching/cache-policy.ts'
import type { SeenVersions } from './caching/content-version.ts'
import { withMutableHeaders } from './caching/etag.ts'
import { isPersonalPage } from './caching/personal-pages.ts'
import { cacheResponse } from './caching/serve-cached.ts'
import { errorText } from './api/error-texts.ts'
import { AppError, type ErrorCode } from './api/errors.ts'
import { logFailure, toAppError } from './api/failure.ts'
import { withLocale, isLocale, acceptLanguageLocale } from './locale/locale.ts'
import { guardPage, isSignedIn, renewSession, type Tokens } from './auth/page-guard.ts'
import { collapseSlashes } from './request/plain-path.ts'
import { allowPictureOrigin, completePagePolicy } from './caching/security-headers.ts'
import { createVisitorContext } from './request/request-context.ts'

export type PageLocals = {
  ctx: Ctx<Visitor>
  locale: Ctx['locale']
  site: string
  mediaBase: string
  /** A page without a policy is private. */
  setCachePolicy: <Route extends CachedRoute>(
    route: Route,
    ...cached: CachePolicyArguments<Route>
  ) => void
  guard: <const Level extends Exclude<AccessLevel, 'visitor'>>(
    access: Level,
  ) => Promise<Ctx<ActorFor[Level]> | Response>
  isSignedIn: () => Promise<boolean>
  /** Continues the session after a refusal, or has its cookies cleared. */
  renewSession: () => Promise<boolean>
  notFoundCode?: ErrorCode
}

export type PageEnv = {
  Bindings: Env
  Variables: {
    freshness?: CachePolicy
    cachePolicy?: CachePolicy
    seenVersions?: SeenVersions
    tokens?: Tokens
    hasSessionEnded?: boolean
    isPartial?: boolean
  }
}

export function createPageRoutes(): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  pages.onError(pageFailureResponse)
  pages.use(async (c, next) => {
    assertPageMethod(c)
    const { pathname, search } = new URL(c.req.url)
    const plain = collapseSlashes(pathname)
    if (plain === pathname) return next()
    c.header('Cache-Control', 'private, no-store')
    return c.redirect(plain + search, 308)
  })
  pages.use((c, next) => (isPersonalPage(c.req.path) ? next() : cacheResponse(c, next)))
  pages.use(cf())
  pages.use(async (c, next) => {
    const first = c.req.path.split('/')[1]
    const locale = isLocale(first) ? first : 'en'
    const state = getFetchState(c)
    // Renders the whole page before the status is sent: a failure halfway would have status 200.
    state.streaming = false
    Object.assign(state.locals, createPageLocals(c, locale))
    await withLocale(locale, next)
    setSessionCookies(c)
    setPageCacheHeaders(c)
    completeCspHeader(c)
  })
  pages.use(astro())
  return pages
}

function setSessionCookies(c: Context<PageEnv>): void {
  const tokens = c.get('tokens')
  const isOver = !tokens && c.get('hasSessionEnded') && hasTokenCookies(c)
  if (tokens) setTokenCookies(c, tokens)
  if (isOver) clearTokenCookies(c)
  // A response that sets cookies must not be cached.
  if (tokens || isOver) c.set('freshness', undefined)
}

/** Only the links of mails accept POST (RFC 8058); their token is what permits the act. */
function assertPageMethod({ req }: Context): void {
  const isMailLink =
    req.method === 'POST' && /\/(unsubscribe|unhype|marketing|appeal)\//.test(req.path)
  if (req.method === 'GET' || req.method === 'HEAD' || isMailLink) return
  const headers = { Allow: 'GET, HEAD' }
  throw new AppError('method_not_allowed', 'method_not_allowed', { headers })
}

function createPageLocals(c: Context<PageEnv>, locale: Ctx['locale']): PageLocals {
  const reportFailure = (error: unknown) => {
    visitor.reportFailure(error)
    c.set('isPartial', true)
  }
  const visitor = createVisitorContext(c, locale)
  const ctx = { ...visitor, reportFailure }
  const tools = {
    refresh: refreshSession,
    isOver: isSessionEndedError,
    keep: (tokens: Tokens) => c.set('tokens', tokens),
    forget: () => c.set('hasSessionEnded', true),
  }
  return {
    ctx,
    locale,
    site: ctx.config.SITE_URL,
    mediaBase: ctx.config.CDN_BASE,
    setCachePolicy: (route, ...cached) => c.set('freshness', resolveCachePolicy(route, ...cached)),
    guard: (access) => guardPage(c, ctx, access, tools),
    isSignedIn: () => isSignedIn(c, ctx, tools),
    renewSession: async () => (await renewSession(c, ctx, tools)) !== undefined,
  }
}

/** A meta tag cannot state frame ancestors, and the build does not know the base of pictures. */
function completeCspHeader(c: Context<PageEnv>): void {
  const policy = c.res.headers.get('Content-Security-Policy')
  if (!policy) return
  const policyWithPictures = allowPictureOrigin(policy, readConfig(c.env).CDN_BASE)
  setHeaders(c, { 'Content-Security-Policy': completePagePolicy(policyWithPictures) })
}

function setPageCacheHeaders(c: Context<PageEnv>): void {
  const freshness = c.get('freshness')
  if (!freshness || c.get('isPartial') || c.res.status !== 200) {
    if (!c.res.headers.has('Cache-Control')) setHeaders(c, { 'Cache-Control': 'private, no-store' })
    return
  }
  c.set('cachePolicy', freshness)
  setHeaders(c, cacheHeaders(freshness))
}

/** `c.header` would copy the response for each. */
function setHeaders(c: Context<PageEnv>, headers: Record<string, string>): void {
  const response = withMutableHeaders(c.res)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  c.res = undefined
  c.res = response
}

/** For failures of the error page itself, and for refusals before a page is looked for. */
export async function pageFailureResponse(error: unknown, c: Context): Promise<Response> {
  const failure = toAppError(error)
  if (failure.status >= 500) logFailure(error, c)
  const locale = acceptLanguageLocale(c.req.header('Accept-Language')) ?? 'en'
  return c.text(errorText(failure.code, locale), failure.status, {
    ...failure.headers,
    'Cache-Control': 'no-store',
  })
}
