import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { hasOneOf, literal } from '#worker/db/conditions.ts'
import {
  accountTokens,
  refreshTokens,
  sessions,
  signInCodes,
  users,
} from '#worker/db/schema/accounts.ts'
import {
  deliveries,
  mailSuppressions,
  notificationBroadcasts,
  reminderFanouts,
} from '#worker/db/schema/notifications.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { clientErrors, securityEvents, rateLimitCounters } from '#worker/db/schema/operations.ts'

export type RetentionRule = {
  table: SQLiteTable
  from: Column | readonly Column[]
  /** When it began, in Unix milliseconds; default: the value of the column. */
  since?: SQL
  days: number
  only?: SQL
  /** Rows deleted in one statement, so that no run holds the only writer for long. */
  pageSize: number
}

const { status, channel, nextAt } = deliveries

/** In terms of the index `deliveries_ended`. */
function isDeliveryEnded(isInApp: boolean): SQL {
  return sql`${hasOneOf(status, ['sent', 'stopped'])}
    and (${channel} = 'in_app') = ${isInApp ? sql`1` : sql`0`}`
}

/** How long rows are kept; the privacy page states the same. Tables without a term are in exempt.ts. */
export const retentionRules = {
  sentMessages: {
    table: deliveries,
    from: nextAt,
    days: 90,
    only: isDeliveryEnded(false),
    pageSize: 1000,
  },
  inAppNotifications: {
    table: deliveries,
    from: nextAt,
    days: 365,
    only: isDeliveryEnded(true),
    pageSize: 1000,
  },
  failedMessages: {
    table: deliveries,
    from: nextAt,
    days: 180,
    only: hasOneOf(status, ['dead', 'unknown']),
    pageSize: 1000,
  },
  broadcasts: {
    table: notificationBroadcasts,
    from: notificationBroadcasts.doneAt,
    days: 90,
    pageSize: 1000,
  },
  reminderFanouts: {
    table: reminderFanouts,
    from: reminderFanouts.doneAt,
    days: 90,
    pageSize: 1000,
  },
  /** Until then, late use of an ended session or token differs from an unknown token. */
  endedSessions: {
    table: sessions,
    from: [sessions.expiresAt, sessions.revokedAt],
    since: sql`min(${sessions.expiresAt}, coalesce(${sessions.revokedAt}, ${sessions.expiresAt}))`,
    days: 30,
    pageSize: 500,
  },
  rotatedTokens: {
    table: refreshTokens,
    from: refreshTokens.rotatedAt,
    days: 30,
    pageSize: 1000,
  },
  mailedLinks: {
    table: accountTokens,
    from: accountTokens.expiresAt,
    days: 30,
    pageSize: 1000,
  },
  /** Accounts without any sign-in. */
  unprovedSignups: {
    table: users,
    from: users.signupExpiresAt,
    days: 0,
    only: sql`${users.signupExpiresAt} is not null`,
    pageSize: 500,
  },
  signInCodes: { table: signInCodes, from: signInCodes.createdAt, days: 1, pageSize: 1000 },
  rateLimitCounters: {
    table: rateLimitCounters,
    from: rateLimitCounters.hour,
    since: sql`${rateLimitCounters.hour} * ${literal(hourMs)}`,
    days: 2,
    pageSize: 1000,
  },
  mailSuppressions: {
    table: mailSuppressions,
    from: mailSuppressions.at,
    days: 730,
    pageSize: 1000,
  },
  decidedReports: { table: reports, from: reports.decidedAt, days: 180, pageSize: 1000 },
  securityEvents: { table: securityEvents, from: securityEvents.at, days: 180, pageSize: 1000 },
  clientErrors: { table: clientErrors, from: clientErrors.at, days: 30, pageSize: 1000 },
} satisfies Record<string, RetentionRule>

export type RetentionRuleName = keyof typeof retentionRules

export function toRetentionMs({ days }: RetentionRule): number {
  return days * dayMs
}
