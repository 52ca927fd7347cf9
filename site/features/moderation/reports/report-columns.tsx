import { getLocale } from '#messages/runtime'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import type { RowAction } from '#site/ui/admin/RowActions.tsx'
import { dayMs } from '#worker/contracts/durations.ts'
import { dataRequestDays } from '#worker/features/moderation/reports/contract.ts'
import type {
  ReportedSubjectView,
  ReportOutcome,
  ReportReason,
} from '#worker/features/moderation/reports/contract.ts'
import {
  subjectModerationPath,
  reportOutcomeTexts,
  subjectPublicPath,
  reportedSubjectName,
  subjectKindName,
} from './report-labels.ts'
import { reportReasonNames } from './report-reasons.ts'

type ColumnOptions = {
  marked: ReadonlySet<number>
  onMark: (id: number) => void
  onDecide: (subject: ReportedSubjectView, outcome: ReportOutcome) => void
  onAnswer: (subject: ReportedSubjectView) => void
}

const textsShown = 2
const urgentReasons: ReadonlySet<ReportReason> = new Set(['illegal', 'minor_safety'])

const helper = createColumnBuilders<ReportedSubjectView>()

const factColumns = [
  helper.cell('subject', m.reports_subject, (row) => <Subject one={row} />),
  helper.cell('reasons', m.reports_reasons, (row) => <Reasons one={row} />),
  helper.count('reporters', m.reports_reporters, ({ reporters }) => reporters),
  helper.time('first', m.reports_first, ({ first_at }) => first_at),
]

export function createOpenReportColumns({ marked, onMark, onDecide, onAnswer }: ColumnOptions) {
  const mark = helper.cell(
    'mark',
    () => <span className="visually-hidden">{m.proposals_mark_all()}</span>,
    (row) => (
      <label className="admin-mark">
        <input type="checkbox" checked={marked.has(row.id)} onChange={() => onMark(row.id)} />
        <span className="visually-hidden">
          {m.proposals_mark({ name: reportedSubjectName(row) })}
        </span>
      </label>
    ),
  )
  const actionColumn = helper.acts((report) => [
    createDecisionAction(report, 'dismissed', onDecide),
    createDecisionAction(report, 'acted', onDecide),
    {
      label: m.reports_answer_open(),
      fullLabel: m.reports_answer_one({ name: reportedSubjectName(report) }),
      onAct: () => onAnswer(report),
    },
    ...listModerationActions(report),
  ])
  return [mark, ...factColumns, actionColumn]
}

export function createDecidedReportColumns() {
  const outcome = helper.cell('decision', m.reports_decision, (row) => <Decision one={row} />)
  return [...factColumns, outcome, helper.acts(listModerationActions)]
}

function createDecisionAction(
  report: ReportedSubjectView,
  outcome: ReportOutcome,
  onDecide: ColumnOptions['onDecide'],
): RowAction {
  const { label, fullLabel } = reportOutcomeTexts[outcome]
  const name = reportedSubjectName(report)
  return { label: label(), fullLabel: fullLabel({ name }), onAct: () => onDecide(report, outcome) }
}

function listModerationActions(report: ReportedSubjectView): RowAction[] {
  const href = subjectModerationPath(report, getLocale())
  if (href === undefined) return []
  const fullLabel = m.reports_moderate_one({ name: reportedSubjectName(report) })
  return [{ label: m.reports_moderate(), fullLabel, href }]
}

type ReportProps = { one: ReportedSubjectView }

function Subject({ one }: ReportProps) {
  const href = subjectPublicPath(one, getLocale())
  const name = reportedSubjectName(one)
  return (
    <span className="reports-subject">
      {href === undefined ? <b>{name}</b> : <a href={href}>{name}</a>}
      <span className="quiet">
        {subjectKindName(one.subject)}
        {one.name === null && ` · ${m.reports_gone()}`}
      </span>
      <AnswerDue one={one} />
      <Pictures one={one} />
    </span>
  )
}

function AnswerDue({ one: { subject, first_at, decision } }: ReportProps) {
  if (subject.type !== 'own_data' || decision) return null
  const at = new Date(Date.parse(first_at) + dataRequestDays * dayMs).toISOString()
  return (
    <span>
      <LocalTime at={at} as="date" within={m.reports_answer_due} />
    </span>
  )
}

function Pictures({ one: { subject, name, pictures } }: ReportProps) {
  if (name === null || (subject.type !== 'picture' && pictures.length === 0)) return null
  if (pictures.length === 0) return <span className="quiet">{m.reports_drawn()}</span>
  return (
    <span className="reports-pictures">
      {pictures.map((path) => (
        <a key={path} href={paths.media(path)} target="_blank" rel="noopener">
          <img src={paths.media(path)} alt={m.report_part_picture()} loading="lazy" />
        </a>
      ))}
    </span>
  )
}

function Reasons({ one: { reasons, texts } }: ReportProps) {
  const shownTexts = texts.slice(0, textsShown)
  const folded = texts.slice(textsShown)
  return (
    <div className="reports-reasons">
      <ul>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {reportReasonNames[reason]()}{' '}
            {urgentReasons.has(reason) && <span className="badge">{m.reports_urgent()}</span>}{' '}
            <span className="quiet figures">× {formatCount(count, getLocale())}</span>
          </li>
        ))}
      </ul>
      <Texts texts={shownTexts} />
      {folded.length > 0 && (
        <details>
          <summary>{m.reports_more_texts({ count: texts.length })}</summary>
          <Texts texts={folded} />
        </details>
      )}
    </div>
  )
}

function Texts({ texts }: Pick<ReportedSubjectView, 'texts'>) {
  return texts.map(({ text, at, by }, index) => (
    <blockquote key={`${at} ${index}`} className="reports-text">
      {text}
      {by && (
        <footer>{[by.name ?? m.reports_by_visitor(), by.email].filter(Boolean).join(' · ')}</footer>
      )}
    </blockquote>
  ))
}

function Decision({ one: { decision: reportDecision } }: ReportProps) {
  if (!reportDecision) return null
  const { outcome, by, at, answer } = reportDecision
  return (
    <span className="reports-subject">
      {reportOutcomeTexts[outcome].decided({ by: by ?? m.audit_former_member() })}
      <span className="quiet">
        <LocalTime at={at} />
      </span>
      {answer && <blockquote className="reports-text">{answer}</blockquote>}
    </span>
  )
}
