import { m } from '#site/lib/messages.ts'
import type { Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import {
  formatRetentionTerm,
  retentionTerms,
  type RetentionTermName,
} from '#worker/contracts/retention-terms.ts'
import { languageTags } from '#worker/locale/locales.ts'
import { proseTable } from './prose-table.ts'

type Label = (inputs: Record<never, never>, options: { locale: Locale }) => string

/** The data of each term, and from when on it counts. */
export const retentionLabels: Record<RetentionTermName, Label> = {
  inactiveAccounts: m.kept_inactive_accounts,
  unwarnedAccounts: m.kept_unwarned_accounts,
  unprovedSignups: m.kept_unproved_signups,
  endedSessions: m.kept_ended_sessions,
  rotatedTokens: m.kept_rotated_tokens,
  mailedLinks: m.kept_mailed_links,
  signInCodes: m.kept_sign_in_codes,
  usedEntries: m.kept_used_entries,
  unapprovedProposals: m.kept_unapproved_proposals,
  moderatorNotes: m.kept_moderator_notes,
  inAppNotifications: m.kept_in_app_notifications,
  sentMessages: m.kept_sent_messages,
  pushReceipts: m.kept_push_receipts,
  failedMessages: m.kept_failed_messages,
  broadcasts: m.kept_broadcasts,
  reminderFanouts: m.kept_reminder_fanouts,
  lateness: m.kept_lateness,
  eventLateness: m.kept_event_lateness,
  incidents: m.kept_incidents,
  mailSuppressions: m.kept_mail_suppressions,
  decidedReports: m.kept_decided_reports,
  reportDecisions: m.kept_report_decisions,
  memberDecisions: m.kept_member_decisions,
  answeredAppeals: m.kept_answered_appeals,
  securityEvents: m.kept_security_events,
  networkHashes: m.kept_network_hashes,
  rateLimitCounters: m.kept_rate_limit_counters,
  broadcastTitles: m.kept_broadcast_titles,
  unusedStreamers: m.kept_unused_streamers,
  withdrawals: m.kept_withdrawals,
  clientErrors: m.kept_client_errors,
}

export function renderRetentionTable(locale: Locale): Html {
  const names = Object.keys(retentionTerms) as RetentionTermName[]
  return proseTable(
    names.map((name) => [
      retentionLabels[name]({}, { locale }),
      formatRetentionTerm(retentionTerms[name], languageTags[locale]),
    ]),
    [m.kept_what({}, { locale }), m.kept_how_long({}, { locale })],
  )
}
