import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import {
  AppealAnswerInput,
  type AdminAppealView,
} from '#worker/features/moderation/decisions/contract.ts'
import type { AppealsStore } from './appeals.store.ts'
import { appellantName, outcomeNames } from './appeal-labels.ts'

type Props = { store: AppealsStore; appeal: AdminAppealView; onClose: () => void }

export function AnswerDialog({ store, appeal, onClose }: Props) {
  return (
    <WordsDialog<AppealAnswerInput>
      title={m.appeals_answer_title({ name: appellantName(appeal) })}
      act={m.appeals_answer()}
      schema={AppealAnswerInput}
      defaults={{ outcome: 'upheld', answer: '' }}
      choice={{
        name: 'outcome',
        label: m.appeals_outcome(),
        hintOf: () => m.appeals_reversal_hint(),
        choices: toLabeledChoices(outcomeNames),
      }}
      words={{ name: 'answer', label: m.appeal_answer(), hint: m.appeals_answer_hint(), rows: 4 }}
      onClose={onClose}
      onSend={async (input) => {
        if (await store.answer(appeal, input)) onClose()
      }}
    >
      <blockquote>{appeal.text}</blockquote>
    </WordsDialog>
  )
}
