import * as v from 'valibot'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { m } from '#site/lib/messages.ts'
import type {
  ModeratorCancelInput,
  ProposalView,
} from '#worker/features/moderation/proposals/contract.ts'

const ReasonForHypers = v.pipe(v.string(), v.trim(), v.maxLength(500))

type Props = {
  event: Pick<ProposalView, 'name' | 'hype_count'>
  onClose: () => void
  onCancel: (input: ModeratorCancelInput) => Promise<void> | void
}

export function ModeratorCancelDialog({ event, onClose, onCancel }: Props) {
  return (
    <ReasonsDialog
      title={m.cancel_event_title({ name: event.name })}
      act={m.cancel_event()}
      closeLabel={m.cancel_event_keep()}
      change="called_off"
      text={
        <p>
          {event.hype_count === 0
            ? m.cancel_event_text_unhyped()
            : m.cancel_event_text({ count: event.hype_count })}
        </p>
      }
      extra={{
        schema: ReasonForHypers,
        field: (field) => (
          <TextArea
            label={m.cancel_event_reason()}
            hint={m.cancel_event_reason_hint()}
            {...field}
            rows={2}
          />
        ),
      }}
      onClose={onClose}
      onSend={(reasons, reason) => onCancel({ ...reasons, reason: reason || null })}
    />
  )
}
