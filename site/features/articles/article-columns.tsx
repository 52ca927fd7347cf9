import { getLocale } from '#messages/runtime'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deleteAction, type RowAction } from '#site/ui/admin/RowActions.tsx'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminArticleSummary } from '#worker/features/articles/contract.ts'
import { articleStatusName } from './article-labels.ts'

export type ArticleAction = 'publish' | 'unpublish' | 'delete'
type Options = {
  canDelete: boolean
  onAct: (act: ArticleAction, article: AdminArticleSummary) => void
}

const helper = createColumnBuilders<AdminArticleSummary>()

export function articleColumns(options: Options) {
  return [
    helper.cell('title', m.articles_admin_column_title, (row) => <Title article={row} />),
    helper.cell('status', m.articles_admin_status, (row) => (
      <span className={`badge ${row.status === 'published' ? 'badge-success' : ''}`}>
        {articleStatusName(row.status)}
      </span>
    )),
    helper.cell('language', m.articles_admin_language, (row) =>
      row.language ? languageName(row.language) : m.articles_admin_no_language(),
    ),
    helper.time('created', m.articles_admin_created, ({ created_at }) => created_at, 'date'),
    helper.time('modified', m.articles_admin_modified, ({ modified_at }) => modified_at),
    helper.acts((article) => actsOf(article, options)),
  ]
}

function Title({ article: { id, title, author } }: { article: AdminArticleSummary }) {
  return (
    <span className="admin-title">
      <a href={paths.articleEditor(getLocale(), id)}>{title}</a>
      <span className="quiet">{author}</span>
    </span>
  )
}

function actsOf(article: AdminArticleSummary, { canDelete, onAct }: Options): RowAction[] {
  const { title } = article
  return [
    ...(article.status === 'published' ? publishedActs(article, onAct) : draftActs(article, onAct)),
    ...(canDelete ? [deleteAction(title, () => onAct('delete', article))] : []),
  ]
}

function publishedActs(article: AdminArticleSummary, onAct: Options['onAct']): RowAction[] {
  const { slug, title } = article
  return [
    {
      label: m.articles_admin_see(),
      fullLabel: m.articles_admin_see_named({ title }),
      href: paths.article(getLocale(), slug),
    },
    {
      label: m.articles_admin_unpublish(),
      fullLabel: m.articles_admin_unpublish_named({ title }),
      onAct: () => onAct('unpublish', article),
    },
  ]
}

function draftActs(article: AdminArticleSummary, onAct: Options['onAct']): RowAction[] {
  const { id, title } = article
  return [
    {
      label: m.articles_admin_preview(),
      fullLabel: m.articles_admin_preview_named({ title }),
      href: paths.articlePreview(getLocale(), id),
    },
    {
      label: m.articles_admin_publish(),
      fullLabel: m.articles_admin_publish_named({ title }),
      onAct: () => onAct('publish', article),
    },
  ]
}
