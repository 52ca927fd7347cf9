import { isFixedArticle, type FixedArticle } from './article-slugs.ts'

/** What one reads in a minute, with the addresses of links among it. */
export const charactersPerMinute = 1400

/** Nobody reads faster than this many times the usual pace. */
const fastest = 3
const leastMs = 10_000

/** The guide is as long in each language; what the week's page says depends on the week. */
const fixedLeastMs: Record<FixedArticle, number> = {
  'what-to-watch-this-week': 20_000,
  'zevent-2025-guide': 300_000,
}

/** The least time that reading an article to its end takes; `size` is that of its Markdown. */
export function minimumReadingMs(slug: string, size: number | null): number {
  if (isFixedArticle(slug)) return fixedLeastMs[slug]
  return Math.max(leastMs, ((size ?? 0) / charactersPerMinute / fastest) * 60_000)
}
