import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { Button } from '#site/ui/Button.tsx'
import { useIsAdmin } from '#site/ui/admin/use-is-admin.ts'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { m } from '#site/lib/messages.ts'
import { adminDirectorySorts, type AdminPage } from '#worker/contracts/pagination.ts'
import type {
  AdminStreamer,
  AdminStreamersQuery,
} from '#worker/features/directory/streamers/contract.ts'
import { createStreamersStore } from './streamers.store.ts'
import { createStreamerColumns } from './StreamerColumns.tsx'
import type { OpenStreamerAction } from './StreamerActionDialog.tsx'

const StreamerActionDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./StreamerActionDialog.tsx').then((module) => ({
        default: module.StreamerActionDialog,
      })),
)

type Props = { list: AdminPage<AdminStreamer>; query: AdminStreamersQuery }

export function StreamersPanel(initialList: Props) {
  const store = usePanelStore(createStreamersStore, initialList)
  const list = useStore(store.$list)
  const isAdmin = useIsAdmin()
  const [openedDialog, setOpened] = useState<OpenStreamerAction>()
  const columns = useMemo(
    () =>
      createStreamerColumns({ open: setOpened, isAdmin }, (streamer) => {
        void store.feature(streamer, !streamer.is_featured)
      }),
    [store, isAdmin],
  )
  const { q, show } = list.query
  const isWhole = q === '' && show === 'all'
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.admin_tab_streamers()}
      sorts={adminDirectorySorts}
      search={m.admin_streamers_search()}
      filters={
        <>
          {isAdmin && (
            <Button label={m.opt_outs_title()} onClick={() => setOpened({ act: 'opt_outs' })} />
          )}
          <LabeledSelect
            label={m.admin_show()}
            value={show}
            options={[
              { value: 'all', label: m.admin_streamers_all() },
              { value: 'featured', label: m.admin_streamers_featured() },
              { value: 'to_verify', label: m.admin_streamers_to_verify() },
              { value: 'problem', label: m.admin_streamers_problem() },
              { value: 'name', label: m.admin_streamers_misnamed() },
              { value: 'unlisted', label: m.admin_streamers_unlisted() },
            ]}
            onChange={(value) => void store.load({ show: value })}
          />
        </>
      }
      start={{ label: m.admin_streamers_create(), onStart: () => setOpened({ act: 'create' }) }}
      empty={isWhole ? m.admin_streamers_none() : m.admin_streamers_none_found()}
    >
      {openedDialog && (
        <StreamerActionDialog {...{ store, opened: openedDialog }} onOpen={setOpened} />
      )}
    </ListPanel>
  )
}
