import { locales } from '#worker/locale/locales.ts'
import { localePath } from '#worker/locale/locale.ts'

/** `path` is without its language. */
export type SitemapEntry = { path: string; changedAt?: number | null }

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function lastModifiedTag(at: number | null | undefined): string {
  return at === null || at === undefined ? '' : `<lastmod>${new Date(at).toISOString()}</lastmod>`
}

function buildLocaleUrls(site: string, path: string): Record<string, string> {
  const pairs = locales.map((locale) => {
    const address = site + localePath(locale, path)
    return [locale, escapeXml(address === site ? `${site}/` : address)] as const
  })
  return Object.fromEntries(pairs)
}

function renderUrlEntries(site: string, { path, changedAt }: SitemapEntry): string {
  const addresses = buildLocaleUrls(site, path)
  const links = Object.entries({ ...addresses, 'x-default': addresses['en'] })
    .map(
      ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
    )
    .join('')
  const tail = `${lastModifiedTag(changedAt)}${links}</url>\n`
  return Object.values(addresses)
    .map((address) => `<url><loc>${address}</loc>${tail}`)
    .join('')
}

export function writeSitemap(site: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map((entry) => renderUrlEntries(site, entry)).join('')
  return `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}</urlset>\n`
}

export function writeSitemapIndex(site: string, files: readonly SitemapEntry[]): string {
  const maps = files.map(({ path, changedAt }) => {
    const location = escapeXml(`${site}/${path}`)
    return `<sitemap><loc>${location}</loc>${lastModifiedTag(changedAt)}</sitemap>\n`
  })
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${maps.join('')}</sitemapindex>\n`
}
