import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import type { StreamersStore } from './streamers.store.ts'

type Props = { store: StreamersStore; streamer: AdminStreamer; onClose: () => void }

export function ListingDialog({ store, streamer, onClose }: Props) {
  const { id, display_name: name, is_listed } = streamer

  async function change(): Promise<void> {
    await store.list(id, !is_listed)
    showSuccess(is_listed ? m.admin_unlisted_done({ name }) : m.admin_relisted_done({ name }))
  }

  return (
    <IrreversibleActionDialog
      title={is_listed ? m.admin_unlist_of({ name }) : m.admin_relist_of({ name })}
      act={is_listed ? m.admin_unlist() : m.admin_relist()}
      onConfirm={change}
      onClose={onClose}
    >
      {is_listed && <p>{m.admin_unlist_text()}</p>}
    </IrreversibleActionDialog>
  )
}
