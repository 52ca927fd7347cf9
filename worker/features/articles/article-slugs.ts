import { sql } from 'drizzle-orm'
import type { ArticleId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { slugOf } from '#worker/contracts/slugs.ts'
import { createSlugGenerator } from '#worker/features/directory/names.ts'
import { isBuiltInArticleSlug, reservedArticleSlugs } from './paths.ts'

/** `article` for titles without usable characters. */
export function slugifyTitle(title: string): string {
  return slugOf(title, { noun: 'article', reserved: [...reservedArticleSlugs] })
}

export function isSlugFromTitle(slug: string, title: string): boolean {
  const base = slugifyTitle(title)
  const stem = base.slice(0, 75).replace(/-+$/, '')
  return slug === base || (slug.startsWith(`${stem}-`) && /^\d+$/.test(slug.slice(stem.length + 1)))
}

type SlugSource = { slug?: string | null | undefined; title: string }

const selectSlugs = prepare(
  ({ first, end, own: ownId }: Params<{ first: string; end: string; own: ArticleId | 0 }>) =>
    select(
      { slug: articles.slug },
      sql`from ${articles} where ${articles.slug} >= ${first} and ${articles.slug} < ${end}
        and ${articles.id} <> ${ownId}`,
    ),
)

export function selectSlugOwner(
  { slug, title }: SlugSource,
  ownId: ArticleId | 0,
): Statement<{ slug: string }[]> {
  const base = slug ?? slugifyTitle(title)
  // A range for the index: `.` is the character after `-`.
  return selectSlugs({ first: base, end: `${base}.`, own: ownId })
}

/** The requested slug unless it is taken; without one the first free slug of the title. */
export function findFreeSlug(
  { slug, title }: SlugSource,
  takenSlugs: { slug: string }[],
): string | undefined {
  if (!slug) return createSlugGenerator(takenSlugs, slugifyTitle)(title)
  const isTaken = isBuiltInArticleSlug(slug) || takenSlugs.some((article) => article.slug === slug)
  return isTaken ? undefined : slug
}
