import { operator } from './operator.ts'

export type RetentionTerm = { days: number } | { months: number }

/** Added to the term of unused accounts whose members no mail warns. */
const unwarnedMonths = 12

/** How long data is kept: jobs apply it, and the privacy policy lists it. */
export const retentionTerms = {
  inactiveAccounts: { months: operator.inactiveMonths },
  unwarnedAccounts: { months: operator.inactiveMonths + unwarnedMonths },
  unprovedSignups: { days: 1 },
  endedSessions: { days: 30 },
  rotatedTokens: { days: 30 },
  mailedLinks: { days: 30 },
  signInCodes: { days: 1 },
  usedEntries: { months: 13 },
  unapprovedProposals: { days: 365 },
  moderatorNotes: { days: 180 },
  inAppNotifications: { days: 365 },
  sentMessages: { days: 90 },
  pushReceipts: { days: 30 },
  failedMessages: { days: 180 },
  broadcasts: { days: 90 },
  reminderFanouts: { days: 90 },
  lateness: { days: 400 },
  eventLateness: { days: 30 },
  incidents: { days: 400 },
  mailSuppressions: { days: 730 },
  decidedReports: { days: 180 },
  reportDecisions: { days: 180 },
  memberDecisions: { months: 24 },
  answeredAppeals: { days: 180 },
  securityEvents: { days: 180 },
  networkHashes: { days: 30 },
  rateLimitCounters: { days: 2 },
  broadcastTitles: { days: 30 },
  unusedStreamers: { months: 24 },
  withdrawals: { days: operator.backupDays },
  clientErrors: { days: 30 },
} as const satisfies Record<string, RetentionTerm>
export type RetentionTermName = keyof typeof retentionTerms

/** The same day so many months earlier, or the last one of its month. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

export function formatRetentionTerm(term: RetentionTerm, tag: string): string {
  const [unit, count] =
    'months' in term
      ? (['month', term.months] as const)
      : term.days % 365 === 0
        ? (['year', term.days / 365] as const)
        : (['day', term.days] as const)
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
