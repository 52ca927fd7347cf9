import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { AdminTable } from '#site/islands/admin/AdminTable.tsx'
import { Choice } from '#site/islands/admin/Choice.tsx'
import { ListFailure } from '#site/islands/admin/ListFailure.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { SearchField } from '#site/islands/admin/SearchField.tsx'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { sayError } from '#site/islands/forms/say.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import {
  streamerSorts,
  type CatalogueStreamer,
  type CatalogueStreamersQuery,
} from '#worker/features/streamers/contract.ts'
import { createCatalogue } from './catalogue.store.ts'
import { streamerColumns } from './StreamerColumns.tsx'
import { StreamerOpened, type OpenedStreamer } from './StreamerOpened.tsx'

type Props = { list: AdminPage<CatalogueStreamer>; query: CatalogueStreamersQuery }

export function StreamersPanel(first: Props) {
  const [store] = useState(() =>
    createCatalogue<CatalogueStreamer, CatalogueStreamersQuery>(
      {
        api,
        path: 'admin/streamers',
        onQuery: (query) =>
          history.replaceState(history.state, '', withQuery(location.pathname, query)),
      },
      first,
    ),
  )
  const list = useStore(store.$list)
  const [opened, setOpened] = useState<OpenedStreamer>()
  const columns = useMemo(
    () =>
      streamerColumns(setOpened, ({ id, is_featured }) => {
        const input = { is_featured: !is_featured }
        void store
          .change(id, input, '/featured')
          .catch((error: unknown) => sayError(failureText(error)))
      }),
    [store],
  )
  const { query, items, isLoading, failure } = list
  const isWhole = query.q === '' && query.show === 'all'
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField
          label={m.admin_streamers_search()}
          value={query.q}
          onSearch={(q) => void store.load({ q })}
        />
        <Choice
          label={m.admin_show()}
          value={query.show}
          options={[
            { value: 'all', label: m.admin_streamers_all() },
            { value: 'featured', label: m.admin_streamers_featured() },
            { value: 'to_verify', label: m.admin_streamers_to_verify() },
            { value: 'problem', label: m.admin_streamers_problem() },
          ]}
          onChange={(show) => void store.load({ show })}
        />
        <button
          type="button"
          className="button button-primary"
          onClick={() => setOpened({ act: 'create' })}
        >
          {m.admin_streamers_create()}
        </button>
      </div>
      <ListFailure text={failure} onRetry={() => void store.load()} />
      {!failure && (
        <AdminTable
          caption={m.admin_tab_streamers()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          sorting={{
            sort: query.sort,
            sortable: streamerSorts,
            onSort: (sort) => void store.load({ sort: streamerSorts.find((one) => one === sort) }),
          }}
          empty={<p>{isWhole ? m.admin_streamers_none() : m.admin_streamers_none_found()}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {opened && <StreamerOpened {...{ store, opened }} onOpen={setOpened} />}
    </fieldset>
  )
}
