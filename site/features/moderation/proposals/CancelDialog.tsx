import * as v from 'valibot'
import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
import { m } from '#site/lib/messages.ts'
import type { CancelInput, ProposalView } from '#worker/features/moderation/proposals/contract.ts'

export const ReasonForHypers = v.pipe(v.string(), v.trim(), v.maxLength(500))
const CancelForm = v.object({ reason: ReasonForHypers })

type CancelledEvent = Pick<ProposalView, 'name' | 'hype_count'>

type Props = {
  event: CancelledEvent
  onClose: () => void
  onCancel: (input: CancelInput) => Promise<void> | void
}

export function cancelTexts({ name, hype_count: count }: CancelledEvent) {
  return {
    title: m.cancel_event_title({ name }),
    act: m.cancel_event(),
    closeLabel: m.cancel_event_keep(),
    text: <p>{count === 0 ? m.cancel_event_text_unhyped() : m.cancel_event_text({ count })}</p>,
    words: { label: m.cancel_event_reason(), hint: m.cancel_event_reason_hint(), rows: 3 },
  }
}

export function CancelDialog({ event, onClose, onCancel }: Props) {
  const { text, words, ...texts } = cancelTexts(event)
  return (
    <WordsDialog
      {...texts}
      isDanger
      schema={CancelForm}
      defaults={{ reason: '' }}
      words={{ name: 'reason', ...words }}
      onClose={onClose}
      onSend={async ({ reason }) => onCancel({ reason: reason || null })}
    >
      {text}
    </WordsDialog>
  )
}
