import { getLocale } from '#messages/runtime'
import { columnsOf } from '#site/islands/admin/columns.tsx'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminArticleSummary } from '#worker/features/articles/contract.ts'
import { articleStatusName } from './article-labels.ts'

export type RowAct = 'publish' | 'unpublish' | 'delete'
type Options = { canDelete: boolean; onAct: (act: RowAct, article: AdminArticleSummary) => void }

const helper = columnsOf<AdminArticleSummary>()

export function articleColumns(options: Options) {
  return helper.columns([
    helper.accessor('title', {
      header: () => m.articles_admin_column_title(),
      cell: ({ row }) => <Title article={row.original} />,
    }),
    helper.accessor('status', {
      header: () => m.articles_admin_status(),
      cell: ({ row: { original } }) => (
        <span className={`badge ${original.status === 'published' ? 'badge-success' : ''}`}>
          {articleStatusName(original.status)}
        </span>
      ),
    }),
    helper.display({
      id: 'language',
      header: () => m.articles_admin_language(),
      cell: ({ row: { original } }) =>
        original.language ? languageName(original.language) : m.articles_admin_no_language(),
    }),
    helper.display({
      id: 'created',
      header: () => m.articles_admin_created(),
      cell: ({ row }) => <LocalTime at={row.original.created_at} as="date" />,
    }),
    helper.display({
      id: 'modified',
      header: () => m.articles_admin_modified(),
      cell: ({ row }) => <LocalTime at={row.original.modified_at} />,
    }),
    helper.display({
      id: 'acts',
      header: () => <span className="visually-hidden">{m.admin_acts()}</span>,
      cell: ({ row }) => <Acts article={row.original} {...options} />,
    }),
  ])
}

function Title({ article: { id, title, author } }: { article: AdminArticleSummary }) {
  return (
    <span className="admin-title">
      <a href={paths.articleEditor(getLocale(), id)}>{title}</a>
      <span className="quiet">{author}</span>
    </span>
  )
}

function Acts({ article, canDelete, onAct }: Options & { article: AdminArticleSummary }) {
  const { id, slug, title, status } = article
  const locale = getLocale()
  const isPublished = status === 'published'
  return (
    <div className="admin-row-acts">
      <a
        className="button button-small"
        href={isPublished ? paths.article(locale, slug) : paths.articlePreview(locale, id)}
        aria-label={
          isPublished
            ? m.articles_admin_see_named({ title })
            : m.articles_admin_preview_named({ title })
        }
      >
        {isPublished ? m.articles_admin_see() : m.articles_admin_preview()}
      </a>
      <button
        type="button"
        className="button button-small"
        aria-label={
          isPublished
            ? m.articles_admin_unpublish_named({ title })
            : m.articles_admin_publish_named({ title })
        }
        onClick={() => onAct(isPublished ? 'unpublish' : 'publish', article)}
      >
        {isPublished ? m.articles_admin_unpublish() : m.articles_admin_publish()}
      </button>
      {canDelete && (
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={m.admin_delete_one({ name: title })}
          aria-haspopup="dialog"
          onClick={() => onAct('delete', article)}
        >
          {m.admin_delete()}
        </button>
      )}
    </div>
  )
}
