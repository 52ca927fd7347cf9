import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import {
  deleteAction,
  editAction,
  mergeAction,
  type RowAction,
} from '#site/ui/admin/RowActions.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { gamePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { type AdminPage, adminDirectorySorts } from '#worker/contracts/pagination.ts'
import type { AdminGame, AdminGamesQuery } from '#worker/features/directory/games/contract.ts'
import { findOtherGames } from './find-others.ts'
import { createGamesStore, type GamesStore } from './games.store.ts'

const GameDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./GameDialog.tsx').then((module) => ({ default: module.GameDialog })),
)

const MergeDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })),
)

type OpenedDialog = { act: 'create' } | { act: 'edit' | 'merge' | 'delete'; game: AdminGame }

async function togglePlatformPicture(store: GamesStore, game: AdminGame): Promise<void> {
  const isShown = game.platform_picture !== 'shown'
  try {
    await store.showPicture(game.id, isShown)
    showSuccess(isShown ? m.platform_picture_allowed() : m.platform_picture_removed())
  } catch (error) {
    showError(failureText(error, m.platform_picture_failed))
  }
}

function listPictureActions(game: AdminGame, onAct: () => void): RowAction[] {
  const { name, platform_picture: state } = game
  if (state === 'none') return []
  const texts =
    state === 'shown'
      ? { label: m.platform_picture_remove(), fullLabel: m.platform_picture_remove_one({ name }) }
      : { label: m.platform_picture_allow(), fullLabel: m.platform_picture_allow_one({ name }) }
  return [{ ...texts, onAct }]
}

function createColumns(store: GamesStore, open: (openedDialog: OpenedDialog) => void) {
  const column = createColumnBuilders<AdminGame>()
  return [
    column.cell('name', m.admin_games_name, (row) => <GameName game={row} />),
    column.count('popularity', m.admin_followers, ({ followers }) => followers),
    column.count('events', m.admin_events, ({ events }) => events),
    column.acts((game) => [
      ...listPictureActions(game, () => void togglePlatformPicture(store, game)),
      editAction(game.name, () => open({ act: 'edit', game })),
      mergeAction(game.name, () => open({ act: 'merge', game })),
      deleteAction(game.name, () => open({ act: 'delete', game })),
    ]),
  ]
}

function GameName({ game }: { game: AdminGame }) {
  return (
    <a className="admin-name" href={paths.game(getLocale(), game.slug)}>
      <Picture
        className="admin-cover"
        path={game.picture_path}
        drawn={gamePicturePath(game.id)}
        width={36}
        height={48}
        loading="lazy"
      />
      {game.name} {!game.is_game && <span className="badge">{m.admin_games_category()}</span>}
    </a>
  )
}

type Props = { list: AdminPage<AdminGame>; query: AdminGamesQuery }

export function GamesPanel(initialList: Props) {
  const store = usePanelStore(createGamesStore, initialList)
  const list = useStore(store.$list)
  const [openedDialog, setOpened] = useState<OpenedDialog>()
  const columns = useMemo(() => createColumns(store, setOpened), [store])
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.admin_tab_games()}
      sorts={adminDirectorySorts}
      search={m.admin_games_search()}
      start={{ label: m.admin_games_create(), onStart: () => setOpened({ act: 'create' }) }}
      empty={list.query.q ? m.admin_games_none_found() : m.admin_games_none()}
    >
      {openedDialog && <OpenedDialog {...{ store, opened: openedDialog }} onOpen={setOpened} />}
    </ListPanel>
  )
}

type OpenedDialogProps = {
  store: GamesStore
  opened: OpenedDialog
  onOpen: (openedDialog: OpenedDialog | undefined) => void
}

function OpenedDialog({ store, opened: openedDialog, onOpen }: OpenedDialogProps) {
  const onClose = () => onOpen(undefined)
  const game = openedDialog.act === 'create' ? undefined : openedDialog.game
  if (openedDialog.act === 'create' || openedDialog.act === 'edit') {
    return <GameDialog {...{ store, game, onClose }} />
  }
  const { id, name, events, groups, followers } = openedDialog.game
  const counts = [
    m.admin_moving_events({ count: events }),
    m.admin_moving_groups({ count: groups }),
    m.admin_moving_followers({ count: followers }),
  ]
  if (openedDialog.act === 'merge') {
    return (
      <MergeDialog
        name={name}
        moving={[...counts, m.admin_moving_address()]}
        find={(text) => findOtherGames(id, text)}
        onMerge={(into) => store.merge(id, into)}
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
          ? { text, counts, onMerge: () => onOpen({ act: 'merge', game: openedDialog.game }) }
          : undefined
      }
      onDelete={() => store.remove(id)}
      onClose={onClose}
    />
  )
}
