import * as v from 'valibot'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

export const maxReportsPerDay = 20
export const maxReportTextLength = 500

export const ReportedPage = v.picklist(['event', 'streamer', 'article'])
export type ReportedPage = v.InferOutput<typeof ReportedPage>

const subjectId = v.pipe(v.number(), v.integer(), v.minValue(1))

export const ReportSubject = v.variant('type', [
  v.object({ type: ReportedPage, id: subjectId }),
  v.object({ type: v.literal('picture'), of: ReportedPage, id: subjectId }),
])
export type ReportSubject = v.InferOutput<typeof ReportSubject>

export const ReportReason = v.picklist([
  'spam',
  'wrong_information',
  'impersonation',
  'offensive',
  'other',
])
export type ReportReason = v.InferOutput<typeof ReportReason>

export const ReportOutcome = v.picklist(['dismissed', 'acted'])
export type ReportOutcome = v.InferOutput<typeof ReportOutcome>

export function hasRequiredReportText(report: {
  reason: ReportReason
  text: string | null
}): boolean {
  return report.reason !== 'other' || Boolean(report.text)
}

export const ReportInput = v.pipe(
  v.object({
    subject: ReportSubject,
    reason: ReportReason,
    text: v.nullish(
      v.pipe(
        text(0, maxReportTextLength),
        v.transform((words) => words || null),
      ),
      null,
    ),
  }),
  v.forward(v.partialCheck([['reason'], ['text']], hasRequiredReportText, 'report_text_required'), [
    'text',
  ]),
)
export type ReportInput = v.InferOutput<typeof ReportInput>

export const ReportView = v.object({
  id: v.number(),
  subject: ReportSubject,
  reason: ReportReason,
  text: v.nullable(v.string()),
  created_at: Instant,
})
export type ReportView = v.InferOutput<typeof ReportView>

/** The reports about one subject that are open, or that were decided together. */
export const ReportedSubjectView = v.object({
  /** The id of the oldest report. */
  id: v.number(),
  /** Later reports are not decided unseen. */
  newest_id: v.number(),
  subject: ReportSubject,
  name: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** Files shown now of a reported image; none where Hypecal draws it. */
  pictures: v.array(v.string()),
  reporters: v.number(),
  reasons: v.array(v.object({ reason: ReportReason, count: v.number() })),
  /** The newest 20. */
  texts: v.array(v.object({ reason: ReportReason, text: v.string(), at: Instant })),
  first_at: Instant,
  last_at: Instant,
  decision: v.nullable(
    v.object({
      outcome: ReportOutcome,
      /** Null: they left. */
      by: v.nullable(v.string()),
      at: Instant,
    }),
  ),
})
export type ReportedSubjectView = v.InferOutput<typeof ReportedSubjectView>

export const ReportsPage = createAdminPageSchema(ReportedSubjectView)

export const ReportsQuery = v.object({
  ...adminPageQueryEntries,
  state: v.optional(v.picklist(['open', 'decided']), 'open'),
})
export type ReportsQuery = v.InferOutput<typeof ReportsQuery>

export const OpenReportsView = v.object({
  /** Subjects with open reports, counted to `moderationCountLimit` only. */
  open: v.number(),
})
export type OpenReportsView = v.InferOutput<typeof OpenReportsView>

export const ReportDecisionInput = v.object({
  outcome: ReportOutcome,
  items: v.pipe(
    v.array(
      v.object({
        subject: ReportSubject,
        newest_id: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
})
export type ReportDecisionInput = v.InferOutput<typeof ReportDecisionInput>
