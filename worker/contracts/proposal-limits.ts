import * as v from 'valibot'

function countSchema(byDefault: number) {
  return v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), byDefault)
}

export const ProposalLimits = v.strictObject({
  pending: countSchema(10),
  /** All dates of pending proposals, weekly ones included: one series may always wait alone. */
  pendingDates: countSchema(24),
  /** Within 24 hours. */
  proposedPerDay: countSchema(30),
  proposedDatesPerDay: countSchema(60),
  /** From the schedule of one's own channel. */
  importedPending: countSchema(50),
  /** To publish without a review, on the fast track too. */
  publishingTrust: countSchema(55),
  publishingAccountDays: countSchema(7),
  publishingParticipants: countSchema(5),
  publishedPerDay: countSchema(10),
  publishedDatesPerDay: countSchema(36),
  /** Followers notified of an event without a review; a notification to more waits for one. */
  unreviewedRecipients: countSchema(5000),
})
export type ProposalLimits = v.InferOutput<typeof ProposalLimits>

export const defaultProposalLimits = v.parse(ProposalLimits, {})

export const scheduleDraftPrefix = 'schedule:'
