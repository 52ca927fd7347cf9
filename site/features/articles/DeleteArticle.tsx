import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { m } from '#site/lib/messages.ts'
import type { AdminArticleSummary } from '#worker/features/articles/contract.ts'

type Props = {
  article: Pick<AdminArticleSummary, 'title' | 'status'>
  /** Resolves to whether it was deleted. */
  onDelete: () => Promise<boolean>
  onClose: () => void
}

export function DeleteArticle({ article: { title, status }, onDelete, onClose }: Props) {
  return (
    <IrreversibleActionDialog
      title={m.admin_delete_title({ name: title })}
      act={m.articles_admin_delete_now()}
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>{m.articles_admin_delete_text({ title })}</p>
      {status === 'published' && <p>{m.articles_admin_delete_public()}</p>}
    </IrreversibleActionDialog>
  )
}
