import { Hono } from 'hono'
import { locales } from '#worker/locale/locales.ts'
import { readConfig, type Env } from '#worker/env.ts'
import { AppError } from '#worker/api/errors.ts'
import { resolveCachePolicy } from '#worker/caching/cache-map.ts'
import { setCacheHeaders } from '#worker/caching/cache-policy.ts'
import { createVisitorContext } from '#worker/request/request-context.ts'
import { getSitemap, getSitemapIndex, parseSitemapName } from './sitemaps.ts'

const xmlType = 'application/xml; charset=utf-8'

/** Not those that say `noindex`: whoever may not read a page does not see that it says so. */
const hiddenPages = [
  '/achievements',
  '/admin',
  '/login',
  '/profile',
  '/signup',
  '/unhype',
  '/appeal',
  '/unsubscribe',
]

export function createSitemapRoutes(): Hono<{ Bindings: Env }> {
  const sitemaps = new Hono<{ Bindings: Env }>()
  sitemaps.get('/robots.txt', (c) => {
    setCacheHeaders(c, resolveCachePolicy('/robots.txt'))
    return c.text(renderRobotsTxt(readConfig(c.env).SITE_URL))
  })
  sitemaps.get('/sitemap.xml', async (c) => {
    const xml = await getSitemapIndex(createVisitorContext(c, 'en'))
    setCacheHeaders(c, resolveCachePolicy('/sitemap.xml'))
    return c.body(xml, 200, { 'Content-Type': xmlType })
  })
  sitemaps.get('/:file{sitemap-.+\\.xml}', async (c) => {
    const file = parseSitemapName(c.req.param('file'))
    if (!file) throw new AppError('not_found', 'route_not_found')
    const xml = await getSitemap(createVisitorContext(c, 'en'), file)
    setCacheHeaders(c, resolveCachePolicy('/sitemap-{section}.xml'))
    return c.body(xml, 200, { 'Content-Type': xmlType })
  })
  return sitemaps
}

function renderRobotsTxt(site: string): string {
  const prefixes = ['', ...locales.map((locale) => `/${locale}`)]
  const hidden = prefixes.flatMap((prefix) => hiddenPages.map((page) => `${prefix}${page}`))
  const lines = ['/api', ...hidden].map((path) => `Disallow: ${path}`)
  const allowed = ['Allow: /api/docs', 'Allow: /']
  return ['User-agent: *', ...lines, ...allowed, '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
}
