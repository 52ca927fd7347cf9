import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { m } from '#site/lib/messages.ts'
import type { CampaignEditorStore } from './campaign-editor.store.ts'
import { RecipientCounts, toCountInputs } from './RecipientCounts.tsx'

export function SendDialog({ editor }: { editor: CampaignEditorStore }) {
  const recipients = useStore(editor.$recipients)
  const campaign = useStore(editor.$campaign)
  const isBusy = useStore(editor.$isBusy)
  if (!recipients || !campaign) return null
  const counted = toCountInputs(recipients.total)
  const { count } = counted
  return (
    <Dialog title={m.campaign_send_title({ name: campaign.name })} onClose={editor.closeRecipients}>
      <div className="stack">
        <p>{count === 0 ? m.campaign_send_nobody() : m.campaign_send_text(counted)}</p>
        <RecipientCounts recipients={recipients} />
        <DialogFoot onClose={editor.closeRecipients}>
          {count > 0 && (
            <Button
              label={m.campaign_send_now(counted)}
              look="primary"
              isBusy={isBusy}
              onClick={() => void editor.send()}
            />
          )}
        </DialogFoot>
      </div>
    </Dialog>
  )
}
