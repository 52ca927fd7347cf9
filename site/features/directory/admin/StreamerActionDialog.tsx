import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { StreamingAccountsDialog } from './StreamingAccountsDialog.tsx'
import { findOtherStreamers } from './find-others.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { SchedulesDialog } from './SchedulesDialog.tsx'
import { StreamerDialog } from './StreamerDialog.tsx'
import type { StreamersStore } from './streamers.store.ts'

export type OpenStreamerAction =
  { act: 'create' } | { act: 'edit' | 'accounts' | 'schedules' | 'merge' | 'delete'; id: number }

type Props = {
  store: StreamersStore
  opened: OpenStreamerAction
  onOpen: (opened: OpenStreamerAction | undefined) => void
}

/** The dialog of whatever is being done to a streamer. */
export function StreamerActionDialog({ store, opened, onOpen }: Props) {
  const onClose = () => onOpen(undefined)
  if (opened.act === 'create') {
    return <Edit {...{ store, onClose }} streamer={undefined} />
  }
  const streamer = store.find(opened.id)
  if (!streamer) return null
  const { id, display_name: name, accounts, events, followers, member } = streamer
  const counts = [
    m.admin_moving_events({ count: events }),
    m.admin_moving_followers({ count: followers }),
    ...(member ? [m.admin_moving_member({ member })] : []),
  ]
  switch (opened.act) {
    case 'edit':
      return <Edit {...{ store, streamer, onClose }} />
    case 'accounts':
      return <Accounts {...{ store, streamer, onClose }} />
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
          onMerge={async (into) => {
            await store.merge(id, into)
            showSuccess(m.admin_merged({ name }))
          }}
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
          onDelete={async () => {
            await store.remove(id)
            showSuccess(m.admin_deleted({ name }))
          }}
          onClose={onClose}
        />
      )
  }
}

type EditProps = Pick<Props, 'store'> & {
  streamer: AdminStreamer | undefined
  onClose: () => void
}

function Edit({ store, streamer, onClose }: EditProps) {
  const saved = (name: string) => showSuccess(m.admin_saved({ name }))
  return (
    <StreamerDialog
      streamer={streamer}
      onCreate={async (input) => {
        await store.create(input)
        saved(input.display_name)
      }}
      onChange={async (input) => {
        if (streamer) await store.change(streamer.id, input)
        saved(input.display_name)
      }}
      onClose={onClose}
    />
  )
}

type AccountsProps = Pick<Props, 'store'> & { streamer: AdminStreamer; onClose: () => void }

function Accounts({ store, streamer, onClose }: AccountsProps) {
  const { id } = streamer
  return (
    <StreamingAccountsDialog
      streamer={streamer}
      onAdd={(input) => store.addAccount(id, input)}
      onVerify={(account, isVerified) =>
        store.verifyAccount({ id, account_id: account.id }, isVerified)
      }
      onRemove={(account) => store.removeAccount({ id, account_id: account.id })}
      onPicture={(account, isShown) => store.showPicture({ id, account_id: account.id }, isShown)}
      onNewName={async (account, name) => {
        await store.renameAccount({ id, account_id: account.id }, name)
        showSuccess(m.admin_channel_taken({ name }))
      }}
      onClose={onClose}
    />
  )
}
