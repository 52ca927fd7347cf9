import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { AdminTable } from '#site/islands/admin/AdminTable.tsx'
import { Choice } from '#site/islands/admin/Choice.tsx'
import { ListFailure } from '#site/islands/admin/ListFailure.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { SearchField } from '#site/islands/admin/SearchField.tsx'
import { useIsAdmin } from '#site/islands/admin/use-is-admin.ts'
import { sayError, saySuccess } from '#site/islands/forms/say.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import type {
  AdminArticlesQuery,
  AdminArticleSort,
  AdminArticleSummary,
} from '#worker/features/articles/contract.ts'
import { articleColumns, type RowAct } from './article-columns.tsx'
import { languageOptions, statusOptions } from './article-labels.ts'
import { createArticles } from './articles.store.ts'
import { DeleteArticle } from './DeleteArticle.tsx'

const sortable = ['title', 'created', 'modified']

function showQuery(query: AdminArticlesQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

type Props = { query: AdminArticlesQuery; list: AdminPage<AdminArticleSummary> }

export function ArticlesPanel(first: Props) {
  const [store] = useState(() =>
    createArticles({ api, onQuery: showQuery, saySuccess, sayError }, first),
  )
  const list = useStore(store.$list)
  const isBusy = useStore(store.$isBusy)
  const canDelete = useIsAdmin()
  const [leavingId, setLeavingId] = useState<number>()
  const leaving = list.items.find(({ id }) => id === leavingId)
  const columns = useMemo(() => {
    const onAct = (act: RowAct, article: AdminArticleSummary) => {
      if (act === 'delete') setLeavingId(article.id)
      else void store[act](article)
    }
    return articleColumns({ canDelete, onAct })
  }, [store, canDelete])
  const { query, failure } = list
  const isFiltered = query.q !== '' || query.status !== 'all' || query.language !== 'all'
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField
          label={m.articles_admin_search()}
          value={first.query.q}
          onSearch={(q) => void store.load({ q })}
        />
        <Choice
          label={m.articles_admin_status()}
          value={query.status}
          options={statusOptions()}
          onChange={(status) => void store.load({ status })}
        />
        <Choice
          label={m.articles_admin_language()}
          value={query.language}
          options={languageOptions()}
          onChange={(language) => void store.load({ language })}
        />
        <a className="button button-primary" href={paths.articleEditor(getLocale())}>
          {m.articles_admin_new()}
        </a>
      </div>
      <ListFailure
        text={failure && `${m.articles_load_failed()} ${failure}`}
        onRetry={() => void store.load()}
      />
      {!failure && (
        <AdminTable
          caption={m.articles_title()}
          columns={columns}
          rows={list.items}
          isLoading={list.isLoading}
          sorting={{
            sort: query.sort,
            sortable,
            onSort: (sort) => void store.load({ sort: sort as AdminArticleSort }),
          }}
          empty={<p>{isFiltered ? m.articles_admin_none_found() : m.articles_admin_none()}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {leaving && (
        <DeleteArticle
          article={leaving}
          isBusy={isBusy}
          onDelete={() => store.remove(leaving)}
          onClose={() => setLeavingId(undefined)}
        />
      )}
    </fieldset>
  )
}
