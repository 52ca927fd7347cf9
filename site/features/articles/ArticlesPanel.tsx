import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { useIsAdmin } from '#site/ui/admin/use-is-admin.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  AdminArticleSort,
  type AdminArticlesQuery,
  type AdminArticleSummary,
} from '#worker/features/articles/contract.ts'
import { listArticleLanguageOptions, articleStatusNames } from './article-labels.ts'
import { createArticlesStore } from './articles.store.ts'
import { DeleteArticle } from './DeleteArticle.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deleteAction, type RowAction } from '#site/ui/admin/RowActions.tsx'
import { nativeLanguageName } from '#site/lib/format.ts'

type Props = { query: AdminArticlesQuery; list: AdminPage<AdminArticleSummary> }

export function ArticlesPanel(first: Props) {
  const store = usePanelStore(createArticlesStore, first)
  const list = useStore(store.$list)
  const canDelete = useIsAdmin()
  const [leavingId, setLeavingId] = useState<number>()
  const leaving = list.items.find(({ id }) => id === leavingId)
  const columns = useMemo(() => {
    const onAct = (act: ArticleAction, article: AdminArticleSummary) => {
      if (act === 'delete') setLeavingId(article.id)
      else void store[act](article)
    }
    return articleColumns({ canDelete, onAct })
  }, [store, canDelete])
  const { q, status, language } = list.query
  const isFiltered = q !== '' || status !== 'all' || language !== 'all'
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.articles_title()}
      sorts={AdminArticleSort.options}
      search={m.articles_admin_search()}
      filters={
        <>
          <LabeledSelect
            label={m.articles_admin_status()}
            value={status}
            options={toLabeledChoices(articleStatusNames)}
            onChange={(value) => void store.load({ status: value })}
          />
          <LabeledSelect
            label={m.articles_admin_language()}
            value={language}
            options={listArticleLanguageOptions()}
            onChange={(value) => void store.load({ language: value })}
          />
        </>
      }
      start={{ label: m.articles_admin_new(), href: paths.articleEditor(getLocale()) }}
      failed={m.articles_load_failed()}
      empty={isFiltered ? m.articles_admin_none_found() : m.articles_admin_none()}
    >
      {leaving && (
        <DeleteArticle
          article={leaving}
          onDelete={() => store.remove(leaving)}
          onClose={() => setLeavingId(undefined)}
        />
      )}
    </ListPanel>
  )
}

type ArticleAction = 'publish' | 'unpublish' | 'delete'
type ColumnOptions = {
  canDelete: boolean
  onAct: (act: ArticleAction, article: AdminArticleSummary) => void
}

const helper = createColumnBuilders<AdminArticleSummary>()

function articleColumns(options: ColumnOptions) {
  return [
    helper.cell('title', m.articles_admin_column_title, (row) => <ArticleTitle article={row} />),
    helper.cell('status', m.articles_admin_status, (row) => (
      <span className={`badge ${row.status === 'published' ? 'badge-success' : ''}`}>
        {articleStatusNames[row.status]()}
      </span>
    )),
    helper.cell('language', m.articles_admin_language, (row) =>
      row.language ? nativeLanguageName(row.language) : m.articles_admin_no_language(),
    ),
    helper.time('created', m.articles_admin_created, ({ created_at }) => created_at, 'date'),
    helper.time('modified', m.articles_admin_modified, ({ modified_at }) => modified_at),
    helper.acts((article) => listArticleActions(article, options)),
  ]
}

function ArticleTitle({ article: { id, title, author } }: { article: AdminArticleSummary }) {
  return (
    <span className="admin-title">
      <a href={paths.articleEditor(getLocale(), id)}>{title}</a>
      <span className="quiet">{author}</span>
    </span>
  )
}

function listArticleActions(
  article: AdminArticleSummary,
  { canDelete, onAct }: ColumnOptions,
): RowAction[] {
  const { title } = article
  return [
    ...(article.status === 'published'
      ? publishedActions(article, onAct)
      : draftActions(article, onAct)),
    ...(canDelete ? [deleteAction(title, () => onAct('delete', article))] : []),
  ]
}

function publishedActions(
  article: AdminArticleSummary,
  onAct: ColumnOptions['onAct'],
): RowAction[] {
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

function draftActions(article: AdminArticleSummary, onAct: ColumnOptions['onAct']): RowAction[] {
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
