import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { useIsAdmin } from '#site/ui/admin/use-is-admin.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  AdminArticleSort,
  type AdminArticlesQuery,
  type AdminArticleSummary,
} from '#worker/features/articles/contract.ts'
import { articleColumns, type ArticleAction } from './article-columns.tsx'
import { languageOptions, statusOptions } from './article-labels.ts'
import { createArticlesStore } from './articles.store.ts'
import { DeleteArticle } from './DeleteArticle.tsx'

type Props = { query: AdminArticlesQuery; list: AdminPage<AdminArticleSummary> }

export function ArticlesPanel(first: Props) {
  const store = usePanelStore(createArticlesStore, first)
  const list = useStore(store.$list)
  const isBusy = useStore(store.$isBusy)
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
            options={statusOptions()}
            onChange={(value) => void store.load({ status: value })}
          />
          <LabeledSelect
            label={m.articles_admin_language()}
            value={language}
            options={languageOptions()}
            onChange={(value) => void store.load({ language: value })}
          />
        </>
      }
      start={
        <a className="button button-primary" href={paths.articleEditor(getLocale())}>
          {m.articles_admin_new()}
        </a>
      }
      failed={m.articles_load_failed()}
      empty={isFiltered ? m.articles_admin_none_found() : m.articles_admin_none()}
    >
      {leaving && (
        <DeleteArticle
          article={leaving}
          isBusy={isBusy}
          onDelete={() => store.remove(leaving)}
          onClose={() => setLeavingId(undefined)}
        />
      )}
    </ListPanel>
  )
}
