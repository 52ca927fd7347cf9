import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  ReportOutcome,
  type ReportedSubjectView,
} from '#worker/features/moderation/reports/contract.ts'
import { reportedSubjectName, reportOutcomeTexts } from './report-labels.ts'

const schema = v.object({
  outcome: ReportOutcome,
  answer: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
})
type Values = v.InferOutput<typeof schema>

type Props = {
  report: ReportedSubjectView
  onDecide: (values: Values) => Promise<void>
  onClose: () => void
}

export function AnswerReportsDialog({ report, onDecide, onClose }: Props) {
  const form = useValidatedForm<Values>({
    schema,
    defaults: { outcome: 'dismissed', answer: '' },
    async send(values) {
      await onDecide(values)
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.reports_answer_one({ name: reportedSubjectName(report) })}
      act={m.reports_answer_send()}
      {...{ form, onClose }}
    >
      <SelectField
        label={m.reports_decision()}
        choices={ReportOutcome.options.map((value) => ({
          value,
          label: reportOutcomeTexts[value].label(),
        }))}
        {...form.fieldOf('outcome')}
      />
      <TextArea
        label={m.reports_answer()}
        hint={m.reports_answer_hint()}
        {...form.fieldOf('answer')}
        maxLength={1000}
        rows={4}
      />
    </FormDialog>
  )
}
