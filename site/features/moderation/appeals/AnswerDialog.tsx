import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  AppealAnswerInput,
  type AdminAppealView,
} from '#worker/features/moderation/decisions/contract.ts'
import type { AppealsStore } from './appeals.store.ts'
import { appellantName, outcomeNames } from './appeal-labels.ts'

type Props = { store: AppealsStore; appeal: AdminAppealView; onClose: () => void }

export function AnswerDialog({ store, appeal, onClose }: Props) {
  const form = useValidatedForm<AppealAnswerInput>({
    schema: AppealAnswerInput,
    defaults: { outcome: 'upheld', answer: '' },
    async send(input) {
      if (await store.answer(appeal, input)) onClose()
    },
  })
  return (
    <FormDialog
      title={m.appeals_answer_title({ name: appellantName(appeal) })}
      act={m.appeals_answer()}
      {...{ form, onClose }}
    >
      <blockquote>{appeal.text}</blockquote>
      <SelectField
        label={m.appeals_outcome()}
        hint={m.appeals_reversal_hint()}
        choices={AppealAnswerInput.entries.outcome.options.map((value) => ({
          value,
          label: outcomeNames[value](),
        }))}
        {...form.fieldOf('outcome')}
      />
      <TextArea
        label={m.appeal_answer()}
        hint={m.appeals_answer_hint()}
        {...form.fieldOf('answer')}
        rows={4}
      />
    </FormDialog>
  )
}
