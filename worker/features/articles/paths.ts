/** Articles with pages of their own; their addresses are reserved. */
const fixedArticles = ['what-to-watch-this-week', 'zevent-2025-guide'] as const
export type BuiltInArticle = (typeof fixedArticles)[number]
export const reservedArticleSlugs: readonly string[] = fixedArticles

export function isBuiltInArticle(slug: string): slug is BuiltInArticle {
  return reservedArticleSlugs.includes(slug)
}
