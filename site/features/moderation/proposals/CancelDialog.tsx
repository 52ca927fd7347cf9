import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { CancelInput, ProposalView } from '#worker/features/moderation/proposals/contract.ts'

const CancelForm = v.object({ reason: v.pipe(v.string(), v.trim(), v.maxLength(500)) })

type Props = {
  event: Pick<ProposalView, 'name' | 'hype_count'>
  onClose: () => void
  onCancel: (input: CancelInput) => Promise<void> | void
}

export function CancelDialog({ event, onClose, onCancel }: Props) {
  const form = useValidatedForm<{ reason: string }>({
    schema: CancelForm,
    defaults: { reason: '' },
    send: async ({ reason }) => onCancel({ reason: reason || null }),
  })
  return (
    <FormDialog
      title={m.cancel_event_title({ name: event.name })}
      act={m.cancel_event()}
      isDanger
      closeLabel={m.cancel_event_keep()}
      {...{ form, onClose }}
    >
      <p>
        {event.hype_count === 0
          ? m.cancel_event_text_unhyped()
          : m.cancel_event_text({ count: event.hype_count })}
      </p>
      <TextArea
        label={m.cancel_event_reason()}
        hint={m.cancel_event_reason_hint()}
        {...form.fieldOf('reason')}
        rows={3}
      />
    </FormDialog>
  )
}
