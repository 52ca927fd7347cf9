export type XpRule = { points: number; perHour?: number; perDay?: number }

/** What earns XP, and the most that one action gives in an hour and in 24 hours. */
export const xpRules = {
  proposal_approved: { points: 50, perDay: 500 },
  own_event_published: { points: 30, perDay: 150 },
  hype: { points: 5, perHour: 50, perDay: 150 },
  follow: { points: 3, perHour: 30, perDay: 90 },
  daily_visit: { points: 5 },
  onboarding_finished: { points: 20 },
  email_verified: { points: 20 },
  profile_completed: { points: 20 },
  account_verified: { points: 40, perDay: 120 },
  article_read: { points: 2, perDay: 20 },
} satisfies Record<string, XpRule>
export type XpAction = keyof typeof xpRules

/** An administrator's entry: whatever points it says, without a cap, raising no counter. */
export const correctionAction = 'correction'
export type LedgerAction = XpAction | typeof correctionAction

/** What moves trust (0 to 100, from 50). */
export const trustRules = {
  email_verified: 5,
  proposal_approved: 4,
  proposal_rejected: -6,
  proposal_rejected_as_spam: -20,
  own_event_cancelled: -10,
} satisfies Record<string, number>
export type TrustAction = keyof typeof trustRules
