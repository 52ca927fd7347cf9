import { useStore } from '@nanostores/react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { formatCount, nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import type { CampaignRecipients } from '#worker/features/notifications/campaigns/contract.ts'
import type { CampaignEditorStore } from './campaign-editor.store.ts'

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
        <Languages recipients={recipients} />
        {!recipients.has_postal_address && (
          <p className="notice notice-error">{m.campaign_no_postal_address()}</p>
        )}
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

function toCountInputs(count: number) {
  return { count, shown: formatCount(count, getLocale()) }
}

function Languages({ recipients }: { recipients: CampaignRecipients }) {
  const { by_language, left_out, unproved } = recipients
  const lines = acceptedLocales.flatMap((locale) => {
    const language = nativeLanguageName(locale)
    const [count, missed] = [by_language[locale], left_out[locale]]
    return [
      ...(count > 0 ? [m.campaign_send_language({ language, ...toCountInputs(count) })] : []),
      ...(missed > 0 ? [m.campaign_left_out({ language, ...toCountInputs(missed) })] : []),
    ]
  })
  if (unproved > 0) lines.push(m.campaign_unproved(toCountInputs(unproved)))
  return (
    <ul className="admin-counts">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
