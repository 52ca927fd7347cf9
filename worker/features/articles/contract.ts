import * as v from 'valibot'
import { Instant, Language, listParam, PageQuery, pageOf } from '#worker/contract.ts'

/** An article as lists show it. */
export const ArticleSummary = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  excerpt: v.string(),
  /** Null: of no language in particular. */
  language: v.nullable(Language),
  cover_path: v.string(),
  author: v.string(),
  published_at: Instant,
  modified_at: Instant,
  reading_minutes: v.number(),
})
export type ArticleSummary = v.InferOutput<typeof ArticleSummary>

export const Heading = v.object({ id: v.string(), text: v.string(), level: v.number() })
export type Heading = v.InferOutput<typeof Heading>

export const ArticleView = v.object({
  ...ArticleSummary.entries,
  /** Sanitised; its headings begin at the second level. */
  html: v.string(),
  headings: v.array(Heading),
})
export type ArticleView = v.InferOutput<typeof ArticleView>

/** `none` names the articles of no language in particular. */
const ArticleLanguage = v.picklist(['en', 'es', 'fr', 'none'])

export const ArticlesQuery = v.object({
  ...PageQuery,
  language: v.optional(listParam(ArticleLanguage), []),
})
export type ArticlesQuery = v.InferOutput<typeof ArticlesQuery>

export const ArticlesPage = pageOf(ArticleSummary)
export type ArticlesPage = v.InferOutput<typeof ArticlesPage>
