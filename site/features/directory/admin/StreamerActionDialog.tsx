import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { StreamingAccountsDialog } from './StreamingAccountsDialog.tsx'
import { findOtherStreamers } from './find-others.ts'
import { DataLinkDialog } from './DataLinkDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { OptOutsDialog } from './OptOutsDialog.tsx'
import { SchedulesDialog } from './SchedulesDialog.tsx'
import { StreamerDialog } from './StreamerDialog.tsx'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import type { StreamersStore } from './streamers.store.ts'

type StreamerAction = 'edit' | 'accounts' | 'schedules' | 'listing' | 'data' | 'merge' | 'delete'
export type OpenStreamerAction =
  { act: 'create' | 'opt_outs' } | { act: StreamerAction; id: number }

type Props = {
  store: StreamersStore
  opened: OpenStreamerAction
  onOpen: (opened: OpenStreamerAction | undefined) => void
}

export function StreamerActionDialog({ store, opened, onOpen }: Props) {
  const onClose = () => onOpen(undefined)
  if (opened.act === 'opt_outs') return <OptOutsDialog onClose={onClose} />
  if (!('id' in opened)) return <StreamerDialog {...{ store, onClose }} streamer={undefined} />
  const streamer = store.find(opened.id)
  if (!streamer) return null
  return <ChosenDialog {...{ store, streamer, onOpen }} act={opened.act} />
}

type ChosenProps = Pick<Props, 'store' | 'onOpen'> & {
  streamer: AdminStreamer
  act: StreamerAction
}

function ChosenDialog({ store, streamer, act, onOpen }: ChosenProps) {
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
    case 'listing':
      return <ListingDialog {...{ store, streamer, onClose }} />
    case 'data':
      return <DataLinkDialog {...{ streamer, onClose }} />
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

type ListingProps = Pick<Props, 'store'> & { streamer: AdminStreamer; onClose: () => void }

function ListingDialog({ store, streamer, onClose }: ListingProps) {
  const { id, display_name: name, is_listed } = streamer
  const words = is_listed
    ? { title: m.admin_unlist_of({ name }), act: m.admin_unlist(), done: m.admin_unlisted_done }
    : { title: m.admin_relist_of({ name }), act: m.admin_relist(), done: m.admin_relisted_done }
  return (
    <IrreversibleActionDialog
      title={words.title}
      act={words.act}
      onConfirm={() => store.list(id, !is_listed).then(() => showSuccess(words.done({ name })))}
      onClose={onClose}
    >
      {is_listed && <p>{m.admin_unlist_text()}</p>}
    </IrreversibleActionDialog>
  )
}
