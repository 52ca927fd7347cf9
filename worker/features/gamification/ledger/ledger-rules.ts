export type XpRule = {
  points: number
  perHour?: number
  perDay?: number
  /** Tells of the mere use of the site: not written while the member has rewards off. */
  isOfUse?: boolean
}

/** The points of each action, and its caps per hour and per 24 hours. */
export const xpRules = {
  proposal_approved: { points: 50, perDay: 500 },
  own_event_published: { points: 30, perDay: 150 },
  hype: { points: 5, perHour: 50, perDay: 150 },
  follow: { points: 3, perHour: 30, perDay: 90 },
  daily_visit: { points: 5, isOfUse: true },
  onboarding_finished: { points: 20 },
  email_verified: { points: 20 },
  profile_completed: { points: 20 },
  account_verified: { points: 40, perDay: 120 },
  article_read: { points: 2, perDay: 20, isOfUse: true },
} satisfies Record<string, XpRule>
export type XpAction = keyof typeof xpRules

/** An administrator's entry: any points, no cap, no counters. */
export const correctionAction = 'correction'
export type LedgerAction = XpAction | typeof correctionAction

/** Changes of trust (0 to 100, initially 50). */
export const trustRules = {
  email_verified: 5,
  proposal_approved: 4,
  proposal_rejected: -6,
  proposal_rejected_as_spam: -20,
  own_event_cancelled: -10,
} satisfies Record<string, number>
export type TrustAction = keyof typeof trustRules
