import type { Context } from 'hono'
import { Feed } from 'feed'
import { dayMs } from '#worker/contracts/durations.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export const webFeedTypes = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const
export type WebFeedFormat = keyof typeof webFeedTypes
export const webFeedFormats = Object.keys(webFeedTypes) as WebFeedFormat[]

export type FeedMetadata = {
  site: string
  locale: Locale
  name: string
  description: string
  page: string
  self: string
}

export type WebFeedItem = {
  /** Plain text. */
  title: string
  link: string
  html: string
  publishedAt: Date
  changedAt: Date
  author?: string
  category?: { name: string; term: string }
}
type WebFeed = { facts: Omit<FeedMetadata, 'self'>; items: WebFeedItem[]; now: number }

export function webFeedResponse(c: Context, form: WebFeedFormat, feed: WebFeed): Response {
  const self = feed.facts.site + c.req.path + new URL(c.req.url).search
  return c.body(writeWebFeed(form, self, feed), 200, {
    'Content-Type': `${webFeedTypes[form]}; charset=utf-8`,
  })
}

/** RSS 2.0, Atom (RFC 4287) or JSON Feed 1; the same items give the same bytes within a day. */
export function writeWebFeed(
  form: WebFeedFormat,
  self: string,
  { facts, items, now }: WebFeed,
): string {
  const { site, locale, name, description, page } = facts
  const isJson = form === 'json'
  const latest = Math.max(...items.map(({ changedAt }) => changedAt.getTime()), 0)
  // The library takes a text of XML that looks escaped for escaped.
  const plain = (text: string) => (isJson ? text : text.replaceAll('&', '&amp;'))
  const feed = new Feed({
    id: self,
    title: plain(name),
    description: plain(description),
    language: languageTags[locale],
    link: page,
    feedLinks: { [form]: self },
    image: `${site}/icons/icon-192.png`,
    author: { name: 'Hypecal', link: site },
    updated: new Date(latest || Math.floor(now / dayMs) * dayMs),
    ttl: 60,
    generator: false,
  })
  for (const { title, link, html, publishedAt, changedAt, author, category } of items) {
    feed.addItem({
      title: isJson ? title : escapeHtml(title),
      link,
      // In RSS a link without an id is a permanent one.
      ...(isJson && { id: link }),
      date: changedAt,
      published: publishedAt,
      description: html,
      // RSS asks for an address.
      ...(author && form !== 'rss' && { author: [{ name: author }] }),
      ...(category && { category: [category] }),
    })
  }
  if (isJson) return feed.json1()
  if (form === 'atom') {
    return feed.atom1().replace('<feed ', `<feed xml:lang="${languageTags[locale]}" `)
  }
  // Titles of RSS are plain text.
  return feed.rss2().replace(/<title><!\[CDATA\[(.*?)\]\]><\/title>/gs, '<title>$1</title>')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** No half characters, and no control characters but line breaks and tabs. */
export function toFeedText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\u007E\u0080-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
