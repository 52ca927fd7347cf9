import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cacheMap } from '#worker/caching/cache-map.ts'
import { isPersonalPage } from '#worker/caching/personal-pages.ts'
import { sitemapSections, staticPages } from '#worker/pages/sitemaps/sections.ts'
import { guardedPages, prerenderedPages, sitePages } from '#tests/support/tables/site-pages.ts'

const folder = 'site/pages/[...locale]'
const files = globSync('**/*.{astro,ts}', { cwd: folder })
const cachedPages = Object.keys(cacheMap).filter(
  (route) => !/^\/(api|feeds|media)\/|\.(xml|txt)$/.test(route),
)
/** `/` is the empty path in a sitemap. */
const sitemapPaths = staticPages.map(({ path }) => path || '/')

/** Files that are no page of the site: they have one address, in no language. */
const withoutLanguage = [
  '404.astro',
  '500.astro',
  'manifest.webmanifest.ts',
  'service-worker.js.ts',
]

test('every file of the pages folder is in the table', () => {
  expect(Object.keys(sitePages).toSorted()).toEqual(files.toSorted())
  expect(globSync('*.{astro,ts}', { cwd: 'site/pages' }).toSorted()).toEqual(withoutLanguage)
})

test('the pages of members are personal, in each language, and cached pages are not', () => {
  const ofMembers = guardedPages.flatMap(({ path }) => [path, `/fr${path}`, `/es${path}`])
  expect(ofMembers.filter((path) => !isPersonalPage(path))).toEqual([])
  expect(cachedPages.filter(isPersonalPage)).toEqual([])
})

describe.each(Object.entries(sitePages))('%s', (file, page) => {
  const source = () => readFileSync(`${folder}/${file}`, 'utf8')
  const address = `/${file.replace(/(\/?index)?\.(astro|html\.ts)$/, '')}`
  const pattern = new RegExp(`^${address.replace(/\[\w+\]/g, '[^/?]+')}(\\?.*)?$`)

  test('is tested at addresses of its own, or exempt with a reason', () => {
    if ('exempt' in page.addresses) expect(page.addresses.exempt).toMatch(/\w+ \w+/)
    else {
      expect(page.addresses).not.toEqual([])
      for (const path of page.addresses) expect(path).toMatch(pattern)
    }
  })

  test('is in the sitemap, or exempt with a reason', () => {
    if (page.sitemap === 'static') expect(sitemapPaths).toContain(address)
    else if (typeof page.sitemap === 'string') {
      expect(sitemapSections[page.sitemap].pathOf('sample')).toMatch(pattern)
    } else {
      expect(page.sitemap.exempt).toMatch(/\w/)
      expect(sitemapPaths).not.toContain(address)
    }
  })

  test('is in the cache map exactly if it is public', () => {
    const isPublic = source().includes('setCachePolicy(') || page.isPrerendered === true
    if (typeof page.cache === 'string') {
      expect(page.cache).toMatch(pattern)
      expect(cachedPages).toContain(page.cache)
      if (!page.isPrerendered) expect(source()).toContain(`setCachePolicy('${page.cache}'`)
      expect(isPublic).toBe(true)
    } else {
      expect(page.cache.exempt).toMatch(/\w/)
      expect(isPublic).toBe(false)
    }
  })

  test('is prerendered exactly if the table says so', () => {
    expect(source().includes('export const prerender = true')).toBe(page.isPrerendered === true)
  })
})

test('the sitemap and the cache map name no page that the table does not have', () => {
  const pages = Object.entries(sitePages)
  const inSitemap = pages.filter(([, { sitemap }]) => sitemap === 'static')
  expect(inSitemap).toHaveLength(sitemapPaths.length)
  expect(pages.map(([, { cache }]) => cache)).toEqual(expect.arrayContaining(cachedPages))
  const versioned = prerenderedPages.map((page) => page.replace(/\/\d{4}-\d\d-\d\d$/, '/{version}'))
  expect(cachedPages).toEqual(expect.arrayContaining(versioned))
})
