import { Button } from '#site/ui/Button.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'

type Props = {
  name: string
  text: string
  /** Why it cannot be deleted, and what to do instead. */
  obstacle?: { text: string; counts: string[]; onMerge: () => void } | undefined
  onDelete: () => Promise<void>
  onClose: () => void
}

export function DeleteDialog({ name, text, obstacle, onDelete, onClose }: Props) {
  const title = m.admin_delete_title({ name })

  async function remove(): Promise<void> {
    await onDelete()
    showSuccess(m.admin_deleted({ name }))
  }

  if (obstacle) {
    return (
      <Dialog title={title} onClose={onClose}>
        <div className="stack">
          <p>{obstacle.text}</p>
          <ul className="admin-counts">
            {obstacle.counts.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <DialogFoot onClose={onClose}>
            <Button label={m.admin_merge_instead()} look="primary" onClick={obstacle.onMerge} />
          </DialogFoot>
        </div>
      </Dialog>
    )
  }
  return (
    <IrreversibleActionDialog
      title={title}
      act={m.admin_delete()}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{`${text} ${m.admin_no_undo()}`}</p>
    </IrreversibleActionDialog>
  )
}
