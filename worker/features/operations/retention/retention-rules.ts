import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import {
  monthsBefore,
  retentionTerms,
  type RetentionTerm,
  type RetentionTermName,
} from '#worker/contracts/retention-terms.ts'
import { equals, hasOneOf, literal } from '#worker/db/conditions.ts'
import {
  accountTokens,
  refreshTokens,
  sessions,
  signInCodes,
  users,
} from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import {
  deliveries,
  mailSuppressions,
  notificationBroadcasts,
} from '#worker/db/schema/notifications.ts'
import { reminderFanouts } from '#worker/db/schema/reminders.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { importedEvents } from '#worker/db/schema/imports.ts'
import { eventBroadcasts } from '#worker/db/schema/live.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { withdrawals } from '#worker/db/schema/withdrawals.ts'
import { isUnusedStreamer } from '#worker/features/directory/streamers/participations.ts'
import {
  clientErrors,
  deliveryLateness,
  incidents,
  securityEvents,
  rateLimitCounters,
} from '#worker/db/schema/operations.ts'

export type RetentionRule = {
  table: SQLiteTable
  from: Column | readonly Column[]
  /** When it began, in Unix milliseconds; default: the value of the column. */
  since?: SQL
  only?: SQL
  /** Columns that become empty instead of the row's deletion; `only` leaves out what is empty. */
  empties?: object
  /** Rows deleted in one statement, so that no run holds the only writer for long; default: 1000. */
  pageSize?: number
}

const { status, channel, nextAt } = deliveries

/** In terms of the index `deliveries_ended`. */
function isDeliveryEnded(isInApp: boolean): SQL {
  return sql`${hasOneOf(status, ['sent', 'stopped'])}
    and (${channel} = 'in_app') = ${isInApp ? sql`1` : sql`0`}`
}

/** Rows that end when their term of `retentionTerms` is over. Tables without a term are in exempt.ts. */
export const retentionRules = {
  sentMessages: { table: deliveries, from: nextAt, only: isDeliveryEnded(false) },
  inAppNotifications: { table: deliveries, from: nextAt, only: isDeliveryEnded(true) },
  failedMessages: { table: deliveries, from: nextAt, only: hasOneOf(status, ['dead', 'unknown']) },
  pushReceipts: {
    table: deliveries,
    from: deliveries.readAt,
    only: sql`${equals(channel, 'push')} and ${deliveries.readAt} is not null`,
    empties: { readAt: null },
  },
  broadcasts: { table: notificationBroadcasts, from: notificationBroadcasts.doneAt },
  reminderFanouts: { table: reminderFanouts, from: reminderFanouts.doneAt },
  /** Until then, late use of an ended session or token differs from an unknown token. */
  endedSessions: {
    table: sessions,
    from: [sessions.expiresAt, sessions.revokedAt],
    since: sql`min(${sessions.expiresAt}, coalesce(${sessions.revokedAt}, ${sessions.expiresAt}))`,
    pageSize: 500,
  },
  rotatedTokens: { table: refreshTokens, from: refreshTokens.rotatedAt },
  mailedLinks: { table: accountTokens, from: accountTokens.expiresAt },
  /** Accounts without any sign-in. */
  unprovedSignups: {
    table: users,
    from: users.signupExpiresAt,
    since: sql`${users.signupExpiresAt} - ${literal(dayMs)}`,
    only: sql`${users.signupExpiresAt} is not null`,
    pageSize: 500,
  },
  signInCodes: { table: signInCodes, from: signInCodes.createdAt },
  rateLimitCounters: {
    table: rateLimitCounters,
    from: rateLimitCounters.hour,
    since: sql`${rateLimitCounters.hour} * ${literal(hourMs)}`,
  },
  lateness: {
    table: deliveryLateness,
    from: deliveryLateness.day,
    since: sql`${deliveryLateness.day} * 86400000`,
  },
  eventLateness: {
    table: deliveryLateness,
    from: deliveryLateness.day,
    since: sql`${deliveryLateness.day} * 86400000`,
    only: sql`${deliveryLateness.eventId} > 0`,
  },
  incidents: { table: incidents, from: incidents.closedAt },
  mailSuppressions: { table: mailSuppressions, from: mailSuppressions.at },
  decidedReports: { table: reports, from: reports.decidedAt },
  securityEvents: { table: securityEvents, from: securityEvents.at },
  /** Tells who came from the same network, which is of use while an attack lasts. */
  networkHashes: {
    table: securityEvents,
    from: securityEvents.at,
    only: sql`${securityEvents.network} is not null`,
    empties: { network: null },
  },
  memberDecisions: {
    table: auditEntries,
    from: auditEntries.at,
    only: equals(auditEntries.subjectType, 'user'),
  },
  reportDecisions: {
    table: auditEntries,
    from: auditEntries.at,
    only: hasOneOf(auditEntries.action, ['dismiss_reports', 'resolve_reports']),
  },
  /** Not those of sources, which would bring them again. */
  unapprovedProposals: {
    table: events,
    from: [events.withdrawnAt, events.reviewedAt],
    since: sql`coalesce(${events.withdrawnAt}, ${events.reviewedAt})`,
    only: sql`${hasOneOf(events.status, ['rejected', 'disabled'])} and ${events.approvedAt} is null
      and ${events.importKey} is null and not exists (select 1 from ${importedEvents}
        where ${importedEvents.eventId} = ${events.id})`,
    pageSize: 100,
  },
  moderatorNotes: {
    table: events,
    from: events.endAt,
    only: sql`${events.moderatorNote} is not null`,
    empties: { moderatorNote: null },
    pageSize: 100,
  },
  broadcastTitles: {
    table: eventBroadcasts,
    from: eventBroadcasts.polledAt,
    only: sql`(${eventBroadcasts.title} is not null or ${eventBroadcasts.viewers} > 0)`,
    empties: { title: null, viewers: 0 },
    pageSize: 100,
  },
  unusedStreamers: {
    table: streamers,
    from: streamers.createdAt,
    only: sql`${streamers.featuredAt} is null and ${isUnusedStreamer}`,
    pageSize: 100,
  },
  answeredAppeals: { table: appeals, from: appeals.answeredAt },
  /** Kept as long as a backup may bring back what they took away. */
  withdrawals: { table: withdrawals, from: withdrawals.at },
  clientErrors: { table: clientErrors, from: clientErrors.at },
} satisfies Partial<Record<RetentionTermName, RetentionRule>>

export type RetentionRuleName = keyof typeof retentionRules

/** Older rows end. */
export function retentionStart(name: RetentionRuleName, now: number): number {
  const term: RetentionTerm = retentionTerms[name]
  return 'days' in term ? now - term.days * dayMs : monthsBefore(now, term.months)
}
