import * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { EmailAddress } from '#worker/contracts/email-address.ts'
import {
  hasRequiredReportText,
  hasRequiredStatement,
  ReportedPage,
  ReportedType,
  ReportInput,
  type ReportReason,
  type ReportSubjectInput,
} from '#worker/features/moderation/reports/contract.ts'

export type ReportedSubjectRef = Exclude<
  ReportSubjectInput,
  { type: 'picture' } | { type: 'own_data' }
>

/** Reads `event-12`, or `user-` and the name of a member. */
export function parseReportedSubject(report: string): ReportedSubjectRef | undefined {
  const [, type, key = ''] = /^([a-z]+)-(.+)$/.exec(report) ?? []
  if (!v.is(ReportedType, type) || type === 'own_data') return undefined
  if (type === 'user') return { type, username: key }
  return /^[1-9]\d{0,15}$/.test(key) ? { type, id: Number(key) } : undefined
}

const ReportPart = v.picklist(['page', 'picture'])
export type ReportPart = v.InferOutput<typeof ReportPart>
export const reportParts = ReportPart.options

export function hasPicturePart({ type }: ReportedSubjectRef): boolean {
  return v.is(ReportedPage, type)
}

export type ReportValues = {
  part: ReportPart
  reason: ReportReason | ''
  text: string
  name: string
  email: string
  statement: boolean
}
export const emptyReportValues: ReportValues = {
  part: 'page',
  reason: '',
  text: '',
  name: '',
  email: '',
  statement: false,
}

const { entries } = ReportInput

// @__NO_SIDE_EFFECTS__
export function createReportForm(isVisitor: boolean) {
  return v.pipe(
    v.object({
      part: ReportPart,
      reason: entries.reason,
      text: entries.text,
      name: entries.name,
      statement: entries.statement,
      email: v.union([v.literal(''), EmailAddress], 'email'),
    }),
    v.forward(
      v.partialCheck([['reason'], ['text']], hasRequiredReportText, 'report_text_required'),
      ['text'],
    ),
    v.forward(
      v.partialCheck(
        [['reason'], ['statement']],
        (values) => (isVisitor ? values.statement : hasRequiredStatement(values)),
        'report_statement_required',
      ),
      ['statement'],
    ),
  )
}

function toPicture(subject: ReportedSubjectRef): ReportSubjectInput {
  const { type } = subject
  if (type === 'user' || type === 'deal') return subject
  return { type: 'picture', of: type, id: subject.id }
}

type CheckedReport = v.InferOutput<ReturnType<typeof createReportForm>>

export function toReportInput(
  subject: ReportedSubjectRef,
  { part, ...report }: CheckedReport,
): ReportInput {
  const reported = part === 'picture' ? toPicture(subject) : subject
  return { ...report, email: report.email || null, subject: reported }
}

const partNames: Record<ReportedSubjectRef['type'], () => string> = {
  event: m.report_part_event,
  streamer: m.report_part_streamer,
  article: m.report_part_article,
  user: m.report_part_user,
  deal: m.report_part_deal,
}

export function reportPartName(type: ReportedSubjectRef['type'], reportPart: ReportPart): string {
  return reportPart === 'page' ? partNames[type]() : m.report_part_picture()
}
