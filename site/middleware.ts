import type { APIContext, MiddlewareNext } from 'astro'
import { defineMiddleware } from 'astro:middleware'
import { toAppError } from '#worker/api/failure.ts'
import { withLocale, isLocale } from '#worker/locale/locale.ts'
import { setMediaBase } from '#worker/contracts/media-url.ts'
import { isDecodablePath } from '#worker/request/plain-path.ts'
import { paths } from './lib/paths.ts'

/**
 * `[...locale]` takes any first segment: only our languages are pages, all else is not found. So are
 * `/events.html`, which Astro takes for `/events`, and the fault page for whoever asks for it by name.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return renderPrerenderedPage(context, next)
  const { locale } = context.params
  const { pathname } = context.url
  const isAddress =
    isDecodablePath(pathname) && !pathname.endsWith('.html') && context.originPathname !== '/500'
  context.locals.path = context.originPathname
  const isPage = isAddress && (locale === undefined || isLocale(locale))
  if (!isPage) return context.rewrite('/404')
  try {
    return await next()
  } catch (error) {
    return renderFaultPage(context, error)
  }
})

/** At build time there is no request and no database: a page that needs one fails the build. */
function renderPrerenderedPage(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const locale = isLocale(context.params.locale) ? context.params.locale : 'en'
  const path = context.originPathname.replace(/\.html$/, '')
  setMediaBase(BUILD_CDN_BASE)
  const mediaBase = BUILD_CDN_BASE
  Object.assign(context.locals, { locale, path, site: BUILD_SITE_URL, mediaBase })
  return withLocale(locale, next)
}

async function renderFaultPage(context: APIContext, error: unknown): Promise<Response> {
  const { kind, code, status, headers } = toAppError(error)
  const { pathname, search } = context.url
  if (kind === 'not_found') {
    context.locals.notFoundCode = code
    return context.rewrite('/404')
  }
  if (kind === 'unauthenticated') {
    const here = pathname + search
    const isBack = await context.locals.renewSession()
    return context.redirect(isBack ? here : paths.login(context.locals.locale, here))
  }
  if (kind === 'invalid' && context.url.searchParams.has('cursor')) {
    return context.rewrite(toFirstPageUrl(context.url))
  }
  if (kind === 'forbidden') return context.redirect(paths.unauthorized(context.locals.locale))
  if (kind !== 'unavailable') throw error
  const page = await context.rewrite('/500')
  return new Response(page.body, {
    status,
    headers: { ...Object.fromEntries(page.headers), ...headers },
  })
}

/** A refused cursor leads to the first page. */
function toFirstPageUrl(address: URL): URL {
  const first = new URL(address)
  first.searchParams.delete('cursor')
  return first
}
