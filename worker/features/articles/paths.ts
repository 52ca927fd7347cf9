/** Articles with pages of their own; their addresses are reserved. */
const fixedArticles = ['what-to-watch-this-week', 'zevent-2025-guide'] as const
export type BuiltInArticleSlug = (typeof fixedArticles)[number]
export const reservedArticleSlugs: readonly string[] = fixedArticles

export function isBuiltInArticleSlug(slug: string): slug is BuiltInArticleSlug {
  return reservedArticleSlugs.includes(slug)
}
