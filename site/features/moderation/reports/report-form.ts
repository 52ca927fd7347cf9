import * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import {
  hasRequiredReportText,
  maxReportTextLength,
  ReportedPage,
  ReportReason,
  type ReportInput,
} from '#worker/features/moderation/reports/contract.ts'

export type ReportedSubjectRef = { type: ReportedPage; id: number }

/** Reads `event-12`. */
export function parseReportedSubject(report: string): ReportedSubjectRef | undefined {
  const [, type, id] = /^([a-z]+)-([1-9]\d{0,15})$/.exec(report) ?? []
  return v.is(ReportedPage, type) ? { type, id: Number(id) } : undefined
}

const ReportPart = v.picklist(['page', 'picture'])
export type ReportPart = v.InferOutput<typeof ReportPart>
export const reportParts = ReportPart.options

export type ReportValues = { part: ReportPart; reason: ReportReason | ''; text: string }
export const emptyReportValues: ReportValues = { part: 'page', reason: '', text: '' }

export const ReportForm = v.pipe(
  v.object({
    part: ReportPart,
    reason: ReportReason,
    text: v.pipe(v.string(), v.trim(), v.maxLength(maxReportTextLength)),
  }),
  v.forward(v.partialCheck([['reason'], ['text']], hasRequiredReportText, 'report_text_required'), [
    'text',
  ]),
)

export function toReportInput({ type, id }: ReportedSubjectRef, values: ReportValues): ReportInput {
  const { part, reason, text } = values
  const subject = part === 'picture' ? { type: part, of: type, id } : { type, id }
  return { subject, reason: v.parse(ReportReason, reason), text: text.trim() || null }
}

const pageNames: Record<ReportedPage, () => string> = {
  event: m.report_part_event,
  streamer: m.report_part_streamer,
  article: m.report_part_article,
}

export function reportPartName(type: ReportedPage, reportPart: ReportPart): string {
  return reportPart === 'page' ? pageNames[type]() : m.report_part_picture()
}
