import { isBuiltInArticleSlug, type BuiltInArticleSlug } from './paths.ts'

/** Average, including the addresses of links. */
export const charactersPerMinute = 1400

/** The upper bound of a reader's speed, as a multiple of the average. */
const maxSpeedFactor = 3
const leastMs = 10_000

/** The guide has the same length in each language; the weekly page varies. */
const fixedLeastMs: Record<BuiltInArticleSlug, number> = {
  'what-to-watch-this-week': 20_000,
  'zevent-2025-guide': 300_000,
}

export function minimumReadingMs(slug: string, size: number | null): number {
  if (isBuiltInArticleSlug(slug)) return fixedLeastMs[slug]
  return Math.max(leastMs, ((size ?? 0) / charactersPerMinute / maxSpeedFactor) * 60_000)
}
