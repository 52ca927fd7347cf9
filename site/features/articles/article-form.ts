import * as v from 'valibot'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { PaidBy } from '#worker/contracts/text.ts'
import { ArticleInput, ArticleSlug, type AdminArticle } from '#worker/features/articles/contract.ts'

/** An empty choice is none. */
export type ArticleValues = {
  title: string
  /** Empty: made of the title. */
  slug: string
  excerpt: string
  markdown: string
  language: ContentLanguage | ''
  cover_path: string | null
  paid_by: string
}

const { title, excerpt, markdown, cover_path } = ArticleInput.entries

export const ArticleForm = v.object({
  title,
  slug: v.union([v.literal(''), ArticleSlug]),
  excerpt,
  markdown,
  language: v.union([v.literal(''), ContentLanguage]),
  cover_path,
  paid_by: v.union([v.literal(''), PaidBy]),
})

const empty: ArticleValues = {
  title: '',
  slug: '',
  excerpt: '',
  markdown: '',
  language: '',
  cover_path: null,
  paid_by: '',
}

export function toFormValues(article: AdminArticle | undefined): ArticleValues {
  if (!article) return empty
  const { excerpt, markdown, language, cover_path, title } = article
  return {
    title,
    slug: article.is_slug_chosen ? article.slug : '',
    excerpt,
    markdown,
    language: language ?? '',
    cover_path,
    paid_by: article.paid_by ?? '',
  }
}

export type ArticleBody = v.InferInput<typeof ArticleInput>

export function toArticleBody(values: ArticleValues): ArticleBody {
  return {
    ...values,
    slug: values.slug || null,
    language: values.language || null,
    paid_by: values.paid_by || null,
  }
}
