import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { AdminTable, columnsOf } from '#site/islands/admin/AdminTable.tsx'
import { ListFailure } from '#site/islands/admin/ListFailure.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { SearchField } from '#site/islands/admin/SearchField.tsx'
import { saySuccess } from '#site/islands/forms/say.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import {
  gameSorts,
  type CatalogueGame,
  type CatalogueGamesQuery,
} from '#worker/features/games/contract.ts'
import { createCatalogue, type Catalogue } from './catalogue.store.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { findOtherGames } from './find-others.ts'
import { GameDialog } from './GameDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { RowActs } from '#site/islands/admin/RowActs.tsx'

type Opened = { act: 'create' } | { act: 'edit' | 'merge' | 'delete'; game: CatalogueGame }
type Games = Catalogue<CatalogueGame, CatalogueGamesQuery>

function columnsFor(open: (opened: Opened) => void) {
  const column = columnsOf<CatalogueGame>()
  const count = (value: number) => (
    <span className="figures">{formatCount(value, getLocale())}</span>
  )
  return column.columns([
    column.display({
      id: 'name',
      header: () => m.admin_games_name(),
      cell: ({ row }) => <Name game={row.original} />,
    }),
    column.display({
      id: 'popularity',
      header: () => m.admin_followers(),
      cell: ({ row }) => count(row.original.followers),
    }),
    column.display({
      id: 'events',
      header: () => m.admin_events(),
      cell: ({ row }) => count(row.original.events),
    }),
    column.display({
      id: 'acts',
      header: () => <span className="visually-hidden">{m.admin_acts()}</span>,
      cell: ({ row: { original: game } }) => (
        <RowActs
          acts={[
            {
              label: m.admin_edit(),
              fullLabel: m.admin_edit_one({ name: game.name }),
              onAct: () => open({ act: 'edit', game }),
            },
            {
              label: m.admin_merge(),
              fullLabel: m.admin_merge_one({ name: game.name }),
              onAct: () => open({ act: 'merge', game }),
            },
            {
              label: m.admin_delete(),
              fullLabel: m.admin_delete_one({ name: game.name }),
              isDanger: true,
              onAct: () => open({ act: 'delete', game }),
            },
          ]}
        />
      ),
    }),
  ])
}

function Name({ game }: { game: CatalogueGame }) {
  return (
    <a className="admin-name" href={paths.game(getLocale(), game.slug)}>
      <img
        src={paths.media(game.picture_path)}
        alt=""
        width={36}
        height={48}
        loading="lazy"
        decoding="async"
      />
      {game.name}
    </a>
  )
}

type Props = { list: AdminPage<CatalogueGame>; query: CatalogueGamesQuery }

export function GamesPanel(first: Props) {
  const [store] = useState(() =>
    createCatalogue<CatalogueGame, CatalogueGamesQuery>(
      {
        api,
        path: 'admin/games',
        onQuery: (query) =>
          history.replaceState(history.state, '', withQuery(location.pathname, query)),
      },
      first,
    ),
  )
  const list = useStore(store.$list)
  const [opened, setOpened] = useState<Opened>()
  const columns = useMemo(() => columnsFor(setOpened), [])
  const { query, items, isLoading, failure } = list
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField
          label={m.admin_games_search()}
          value={query.q}
          onSearch={(q) => void store.load({ q })}
        />
        <button
          type="button"
          className="button button-primary"
          onClick={() => setOpened({ act: 'create' })}
        >
          {m.admin_games_create()}
        </button>
      </div>
      <ListFailure text={failure} onRetry={() => void store.load()} />
      {!failure && (
        <AdminTable
          caption={m.admin_tab_games()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          sorting={{
            sort: query.sort,
            sortable: gameSorts,
            onSort: (sort) => void store.load({ sort: gameSorts.find((one) => one === sort) }),
          }}
          empty={<p>{query.q ? m.admin_games_none_found() : m.admin_games_none()}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {opened && <Opened {...{ store, opened }} onOpen={setOpened} />}
    </fieldset>
  )
}

type OpenedProps = {
  store: Games
  opened: Opened
  onOpen: (opened: Opened | undefined) => void
}

function Opened({ store, opened, onOpen }: OpenedProps) {
  const onClose = () => onOpen(undefined)
  const game = opened.act === 'create' ? undefined : opened.game
  if (opened.act === 'create' || opened.act === 'edit') {
    return (
      <GameDialog
        game={game}
        onClose={onClose}
        onSave={async (input) => {
          await (game ? store.change(game.id, input) : store.create(input))
          saySuccess(m.admin_saved({ name: input.name }))
        }}
      />
    )
  }
  const { id, name, events, groups, followers } = opened.game
  const counts = [
    m.admin_moving_events({ count: events }),
    m.admin_moving_groups({ count: groups }),
    m.admin_moving_followers({ count: followers }),
  ]
  if (opened.act === 'merge') {
    return (
      <MergeDialog
        name={name}
        moving={[...counts, m.admin_moving_address()]}
        find={(text) => findOtherGames(id, text)}
        onMerge={async (into) => {
          await store.merge(id, into)
          saySuccess(m.admin_merged({ name }))
        }}
        onClose={onClose}
      />
    )
  }
  const text = m.admin_games_in_use()
  const isUsed = events + groups + followers > 0
  return (
    <DeleteDialog
      name={name}
      text={m.admin_games_delete_text()}
      obstacle={
        isUsed
          ? { text, counts, onMerge: () => onOpen({ act: 'merge', game: opened.game }) }
          : undefined
      }
      onDelete={async () => {
        await store.remove(id)
        saySuccess(m.admin_deleted({ name }))
      }}
      onClose={onClose}
    />
  )
}
