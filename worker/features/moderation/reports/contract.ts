import * as v from 'valibot'
import { EmailAddress } from '#worker/contracts/email-address.ts'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

export const maxReportsPerDay = 20
export const maxReportTextLength = 3000
/** Article 12(3) GDPR: a request about one's data is answered within a month. */
export const dataRequestDays = 30

/** Pages whose image can be reported apart. */
export const ReportedPage = v.picklist(['event', 'streamer', 'article'])
export type ReportedPage = v.InferOutput<typeof ReportedPage>

export const ReportedType = v.picklist([...ReportedPage.options, 'deal', 'user', 'own_data'])
export type ReportedType = v.InferOutput<typeof ReportedType>

const subjectId = v.pipe(v.number(), v.integer(), v.minValue(1))
const picture = v.object({ type: v.literal('picture'), of: ReportedPage, id: subjectId })

export const ReportSubject = v.variant('type', [
  v.object({ type: ReportedType, id: subjectId }),
  picture,
])
export type ReportSubject = v.InferOutput<typeof ReportSubject>

/** A member by the name that the page shows: it shows no number. */
export const ReportSubjectInput = v.variant('type', [
  v.object({ type: v.picklist([...ReportedPage.options, 'deal']), id: subjectId }),
  v.object({ type: v.literal('user'), username: text(1, 50) }),
  /** The member objects to a use of their data, or asks to restrict it. */
  v.object({ type: v.literal('own_data') }),
  picture,
])
export type ReportSubjectInput = v.InferOutput<typeof ReportSubjectInput>

export const ReportReason = v.picklist([
  'spam',
  'wrong_information',
  'impersonation',
  'offensive',
  'minor_safety',
  'illegal',
  'copyright',
  'personal_data',
  'other',
])
export type ReportReason = v.InferOutput<typeof ReportReason>

export const ReportOutcome = v.picklist(['dismissed', 'acted'])
export type ReportOutcome = v.InferOutput<typeof ReportOutcome>

type ReportWords = { reason: ReportReason; text: string | null }
type Stated = { reason: ReportReason; statement?: boolean }

export function hasRequiredReportText({ reason, text: words }: ReportWords): boolean {
  return !['other', 'illegal'].includes(reason) || Boolean(words)
}

/** Visitors state it of each report. */
export function hasRequiredStatement({ reason, statement = false }: Stated): boolean {
  return statement || !['illegal', 'copyright'].includes(reason)
}

const optionalText = (most: number) =>
  v.nullish(
    v.pipe(
      text(0, most),
      v.transform((words) => words || null),
    ),
    null,
  )

export const ReportInput = v.pipe(
  v.object({
    subject: ReportSubjectInput,
    reason: ReportReason,
    text: optionalText(maxReportTextLength),
    /** Visitors may give both; members are known. */
    name: optionalText(100),
    email: v.nullish(EmailAddress, null),
    /** "I believe in good faith that this is correct." */
    statement: v.optional(v.boolean(), false),
  }),
  v.forward(v.partialCheck([['reason'], ['text']], hasRequiredReportText, 'report_text_required'), [
    'text',
  ]),
  v.forward(
    v.partialCheck([['reason'], ['statement']], hasRequiredStatement, 'report_statement_required'),
    ['statement'],
  ),
)
export type ReportInput = v.InferOutput<typeof ReportInput>

export const ReportView = v.object({
  id: v.number(),
  subject: ReportSubjectInput,
  reason: ReportReason,
  text: v.nullable(v.string()),
  created_at: Instant,
})
export type ReportView = v.InferOutput<typeof ReportView>

/** A report of the member, with what was decided on it. */
export const OwnReportView = v.object({
  ...ReportView.entries,
  subject: ReportSubject,
  /** Null where it is gone. */
  name: v.nullable(v.string()),
  outcome: v.nullable(ReportOutcome),
  decided_at: v.nullable(Instant),
  answer: v.nullable(v.string()),
})
export type OwnReportView = v.InferOutput<typeof OwnReportView>

/** The newest 100. */
export const OwnReportsView = v.object({ items: v.array(OwnReportView) })
export type OwnReportsView = v.InferOutput<typeof OwnReportsView>

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
  texts: v.array(
    v.object({
      reason: ReportReason,
      text: v.string(),
      at: Instant,
      /** Null where a member wrote it; only administrators see what a visitor gave. */
      by: v.nullable(v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) })),
    }),
  ),
  first_at: Instant,
  last_at: Instant,
  decision: v.nullable(
    v.object({
      outcome: ReportOutcome,
      /** Null: they left. */
      by: v.nullable(v.string()),
      at: Instant,
      answer: v.nullable(v.string()),
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
  /** To the reporters, in words of the moderator. */
  answer: optionalText(1000),
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
