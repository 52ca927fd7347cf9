import * as v from 'valibot'
import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
import { m } from '#site/lib/messages.ts'
import {
  ReportDecisionInput,
  ReportOutcome,
  type ReportedSubjectView,
} from '#worker/features/moderation/reports/contract.ts'
import { reportedSubjectName, reportOutcomeTexts } from './report-labels.ts'

const ReportAnswer = v.pick(ReportDecisionInput, ['outcome', 'answer'])
type Values = { outcome: ReportOutcome; answer: string }

type Props = {
  report: ReportedSubjectView
  onDecide: (values: Values) => Promise<void>
  onClose: () => void
}

export function AnswerReportsDialog({ report, onDecide, onClose }: Props) {
  return (
    <WordsDialog<Values>
      title={m.reports_answer_one({ name: reportedSubjectName(report) })}
      act={m.reports_answer_send()}
      schema={ReportAnswer}
      defaults={{ outcome: 'dismissed', answer: '' }}
      choice={{
        name: 'outcome',
        label: m.reports_decision(),
        choices: ReportOutcome.options.map((value) => ({
          value,
          label: reportOutcomeTexts[value].label(),
        })),
      }}
      words={{ name: 'answer', label: m.reports_answer(), hint: m.reports_answer_hint(), rows: 4 }}
      onClose={onClose}
      onSend={(values) => onDecide(values).then(onClose)}
    />
  )
}
