import * as v from 'valibot'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
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

/** Asks once before an event is called off, and says who will hear of it. */
export function CancelDialog({ event, onClose, onCancel }: Props) {
  const { register, submit, errorOf, isBusy, isSending } = useValidatedForm<{ reason: string }>({
    schema: CancelForm,
    defaults: { reason: '' },
    send: async ({ reason }) => onCancel({ reason: reason || null }),
  })
  return (
    <Dialog title={m.cancel_event_title({ name: event.name })} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <p>
          {event.hype_count === 0
            ? m.cancel_event_text_unhyped()
            : m.cancel_event_text({ count: event.hype_count })}
        </p>
        <TextArea
          label={m.cancel_event_reason()}
          hint={m.cancel_event_reason_hint()}
          error={errorOf('reason')}
          field={register('reason')}
          rows={3}
        />
        <DialogFoot closeLabel={m.cancel_event_keep()} onClose={onClose}>
          <SubmitButton isBusy={isBusy} isSending={isSending} className="button-danger">
            {m.cancel_event()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
