import { languageName } from '#site/lib/format.ts'
import { languages } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { ArticleStatus, type AdminArticlesQuery } from '#worker/features/articles/contract.ts'

const statusNames: Record<ArticleStatus, () => string> = {
  draft: m.articles_admin_draft,
  published: m.articles_admin_published,
}

export function articleStatusName(status: ArticleStatus): string {
  return statusNames[status]()
}

type Option<Name extends 'status' | 'language'> = { value: AdminArticlesQuery[Name]; label: string }

export function statusOptions(): Option<'status'>[] {
  return [
    { value: 'all', label: m.articles_admin_all() },
    ...ArticleStatus.options.map((value) => ({ value, label: articleStatusName(value) })),
  ]
}

export function languageOptions(): Option<'language'>[] {
  return [
    { value: 'all', label: m.articles_admin_all_languages() },
    ...languages.map((value) => ({ value, label: languageName(value) })),
    { value: 'none', label: m.articles_admin_no_language() },
  ]
}
