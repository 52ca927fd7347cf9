import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { m } from '#site/lib/messages.ts'
import { StreamingAccountsDialog } from './StreamingAccountsDialog.tsx'
import { findOtherStreamers } from './find-others.ts'
import { DataLinkDialog } from './DataLinkDialog.tsx'
import { ListingDialog } from './ListingDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { OptOutsDialog } from './OptOutsDialog.tsx'
import { SchedulesDialog } from './SchedulesDialog.tsx'
import { StreamerDialog } from './StreamerDialog.tsx'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import type { StreamersStore } from './streamers.store.ts'

export type OpenStreamerAction =
  | { act: 'create' }
  | { act: 'opt_outs' }
  | { act: 'edit' | 'accounts' | 'schedules' | 'listing' | 'data' | 'merge' | 'delete'; id: number }

type Props = {
  store: StreamersStore
  opened: OpenStreamerAction
  onOpen: (opened: OpenStreamerAction | undefined) => void
}

export function StreamerActionDialog({ store, opened, onOpen }: Props) {
  const onClose = () => onOpen(undefined)
  if (opened.act === 'opt_outs') return <OptOutsDialog onClose={onClose} />
  if (opened.act === 'create') {
    return <StreamerDialog {...{ store, onClose }} streamer={undefined} />
  }
  const streamer = store.find(opened.id)
  if (!streamer) return null
  if (opened.act === 'listing') return <ListingDialog {...{ store, streamer, onClose }} />
  if (opened.act === 'data') return <DataLinkDialog {...{ streamer, onClose }} />
  return <CatalogueActionDialog {...{ store, streamer, onOpen }} act={opened.act} />
}

type CatalogueProps = Pick<Props, 'store' | 'onOpen'> & {
  streamer: AdminStreamer
  act: 'edit' | 'accounts' | 'schedules' | 'merge' | 'delete'
}

function CatalogueActionDialog({ store, streamer, act, onOpen }: CatalogueProps) {
  const onClose = () => onOpen(undefined)
  const { id, display_name: name, accounts, events, followers, member } = streamer
  const counts = [
    m.admin_moving_events({ count: events }),
    m.admin_moving_followers({ count: followers }),
    ...(member ? [m.admin_moving_member({ member })] : []),
  ]
  switch (act) {
    case 'edit':
      return <StreamerDialog {...{ store, streamer, onClose }} />
    case 'accounts':
      return <StreamingAccountsDialog {...{ store, streamer, onClose }} />
    case 'schedules':
      return <SchedulesDialog {...{ streamer, onClose }} />
    case 'merge':
      return (
        <MergeDialog
          name={name}
          moving={[
            m.admin_moving_accounts({ count: accounts.length }),
            ...counts,
            m.admin_moving_address(),
          ]}
          find={(text) => findOtherStreamers(id, text)}
          onMerge={(into) => store.merge(id, into)}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          name={name}
          text={m.admin_streamers_delete_text()}
          obstacle={
            events + followers > 0 || member
              ? {
                  text: m.admin_streamers_in_use(),
                  counts,
                  onMerge: () => onOpen({ act: 'merge', id }),
                }
              : undefined
          }
          onDelete={() => store.remove(id)}
          onClose={onClose}
        />
      )
  }
}
