import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { slugOf } from '#worker/features/events/slugs.ts'
import { slugMaker } from '#worker/features/imports/files/names.ts'

/** Pages of their own, at addresses where no article can be. */
const fixedArticles = ['what-to-watch-this-week', 'zevent-2025-guide'] as const
export type FixedArticle = (typeof fixedArticles)[number]
export const reservedArticleSlugs: readonly string[] = fixedArticles

export function isFixedArticle(slug: string): slug is FixedArticle {
  return reservedArticleSlugs.includes(slug)
}

/** What the address of an article is made of; `article` where its title gives nothing. */
export function articleSlugOf(title: string): string {
  return slugOf(title, { noun: 'article', reserved: [...reservedArticleSlugs] })
}

/** Whether the slug is one that is made of the title, with or without a number. */
export function isSlugFromTitle(slug: string, title: string): boolean {
  const base = articleSlugOf(title)
  const stem = base.slice(0, 75).replace(/-+$/, '')
  return slug === base || (slug.startsWith(`${stem}-`) && /^\d+$/.test(slug.slice(stem.length + 1)))
}

type Wanted = { slug?: string | null | undefined; title: string }

/** The slugs of other articles that stand in the way. */
export function selectSlugOwner(
  { db }: Ctx,
  { slug, title }: Wanted,
  own: ArticleId | 0,
): Statement<{ slug: string }[]> {
  const base = slug ?? articleSlugOf(title)
  // A range that the index answers: `.` is the character after `-`.
  return rows(
    db,
    sql`select slug from articles where slug >= ${base} and slug < ${`${base}.`} and id <> ${own}`,
  )
}

/** The one that was asked for, unless it is taken; without one the first free one of the title. */
export function freeSlug({ slug, title }: Wanted, taken: { slug: string }[]): string | undefined {
  if (!slug) return slugMaker(taken, articleSlugOf)(title)
  const isTaken = isFixedArticle(slug) || taken.some((one) => one.slug === slug)
  return isTaken ? undefined : slug
}
