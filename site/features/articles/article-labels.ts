import { nativeLanguageName } from '#site/lib/format.ts'
import { contentLanguageCodes } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminArticlesQuery } from '#worker/features/articles/contract.ts'

export const articleStatusNames: Record<AdminArticlesQuery['status'], () => string> = {
  all: m.articles_admin_all,
  draft: m.articles_admin_draft,
  published: m.articles_admin_published,
}

export function listArticleLanguageOptions(): {
  value: AdminArticlesQuery['language']
  label: string
}[] {
  return [
    { value: 'all', label: m.articles_admin_all_languages() },
    ...contentLanguageCodes.map((value) => ({ value, label: nativeLanguageName(value) })),
    { value: 'none', label: m.articles_admin_no_language() },
  ]
}
