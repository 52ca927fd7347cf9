import * as v from 'valibot'

function count(byDefault: number) {
  return v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), byDefault)
}

export const ProposalLimits = v.strictObject({
  pending: count(10),
  /** All dates of pending proposals, weekly ones included: one series may always wait alone. */
  pendingDates: count(24),
  /** Within 24 hours. */
  proposedPerDay: count(30),
  proposedDatesPerDay: count(60),
  /** From the schedule of one's own channel. */
  importedPending: count(50),
  /** To publish without a review, on the fast track too. */
  publishingTrust: count(55),
  publishingAccountDays: count(7),
  publishingParticipants: count(5),
  publishedPerDay: count(10),
  publishedDatesPerDay: count(36),
  /** Followers notified of an event without a review; a notification to more waits for one. */
  unreviewedRecipients: count(5000),
})
export type ProposalLimits = v.InferOutput<typeof ProposalLimits>

export const defaultProposalLimits = v.parse(ProposalLimits, {})

export const scheduleDraftPrefix = 'schedule:'
