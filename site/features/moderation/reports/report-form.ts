import * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { EmailAddress } from '#worker/contracts/email-address.ts'
import {
  hasRequiredReportText,
  hasRequiredStatement,
  maxReportTextLength,
  ReportedPage,
  ReportedType,
  ReportReason,
  type ReportInput,
  type ReportSubjectInput,
} from '#worker/features/moderation/reports/contract.ts'

export type ReportedSubjectRef = Exclude<ReportSubjectInput, { type: 'picture' }>

/** Reads `event-12`, or `user-` and the name of a member. */
export function parseReportedSubject(report: string): ReportedSubjectRef | undefined {
  const [, type, key = ''] = /^([a-z]+)-(.+)$/.exec(report) ?? []
  if (!v.is(ReportedType, type)) return undefined
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

// @__NO_SIDE_EFFECTS__
export function createReportForm(isVisitor: boolean) {
  return v.pipe(
    v.object({
      part: ReportPart,
      reason: ReportReason,
      text: v.pipe(v.string(), v.trim(), v.maxLength(maxReportTextLength)),
      name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      email: v.union([v.literal(''), EmailAddress], 'email'),
      statement: v.boolean(),
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

export function toReportInput(subject: ReportedSubjectRef, values: ReportValues): ReportInput {
  const { part, reason, text, name, email, statement } = values
  return {
    subject: part === 'picture' ? toPicture(subject) : subject,
    reason: v.parse(ReportReason, reason),
    text: text.trim() || null,
    name: name.trim() || null,
    email: email.trim() || null,
    statement,
  }
}

const partNames: Record<ReportedType, () => string> = {
  event: m.report_part_event,
  streamer: m.report_part_streamer,
  article: m.report_part_article,
  user: m.report_part_user,
  deal: m.report_part_deal,
}

export function reportPartName(type: ReportedType, reportPart: ReportPart): string {
  return reportPart === 'page' ? partNames[type]() : m.report_part_picture()
}
