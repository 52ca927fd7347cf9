import { sql } from 'drizzle-orm'
import { booleanSql, jsonObjectSql } from '#worker/db/row.ts'
import {
  eventChannels,
  eventParticipants,
  hypes,
  calendarFeeds,
  events,
} from '#worker/db/schema/events.ts'
import { followables, type FollowableKind } from '#worker/db/followables.ts'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import { mailSuppressions } from '#worker/db/schema/notifications.ts'
import { articles } from '#worker/db/schema/articles.ts'
import {
  accountTokens,
  identities,
  passkeys,
  sessions,
  signInCodes,
  users,
} from '#worker/db/schema/accounts.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import {
  achievementProgress,
  leaderboardEntries,
  trustEntries,
  unlockedAchievements,
  xpEntries,
} from '#worker/db/schema/gamification.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { securityEvents } from '#worker/db/schema/operations.ts'
import { eventFieldColumns } from '#worker/features/events/fields.ts'
import type { DataExportView } from './contract.ts'
import { pickColumns, createOwnRowsExportPart, createExportPart } from './export-part.ts'
import { moderationExportParts } from './export-moderation-parts.ts'
import { notificationExportParts } from './export-notification-parts.ts'
import { streamerExportParts } from './export-streamer-parts.ts'

export type ExportPartName = Exclude<
  keyof DataExportView,
  'exported_at' | 'left_out' | 'account' | 'uploads'
>

export const selectAccountExport = createExportPart(
  {
    ...pickColumns(users, 'id', 'username', 'email', 'emailVerifiedAt'),
    has_password: booleanSql(sql`${users.passwordHash} is not null`),
    ...pickColumns(
      users,
      'role',
      'isActive',
      'isSoftBanned',
      'marketingOptIn',
      'interfaceLanguage',
    ),
    ...pickColumns(users, 'marketingAskedAt', 'isDateFormatDoubtful'),
    ...pickColumns(users, 'termsVersion', 'termsAcceptedAt'),
    ...pickColumns(users, 'isLanguageChosen', 'timeZone', 'isTimeZoneChosen', 'dateFormat'),
    ...pickColumns(users, 'isDateFormatChosen', 'hourCycle', 'density', 'motion', 'muted'),
    ...pickColumns(users, 'avatarPath'),
    has_discord_webhook: booleanSql(sql`${users.discordWebhook} is not null`),
    ...pickColumns(users, 'discordDisabledAt', 'totalXp', 'trust', 'isOnLeaderboard'),
    ...pickColumns(users, 'leaderboardToldAt'),
    ...pickColumns(users, 'isShownOnHypes', 'isPushReported'),
    ...pickColumns(users, 'leaderboardExcludedAt', 'isGamified', 'gamificationSuspendedAt'),
    ...pickColumns(users, 'onboardedAt', 'onboardingSkippedAt', 'digest', 'digestNextAt'),
    ...pickColumns(users, 'quietFrom', 'quietTo', 'seenAt', 'deletionAt', 'createdAt'),
  },
  (userId) => sql`from ${users} where ${users.id} = ${userId}`,
)

const participantColumns = pickColumns(
  eventParticipants,
  'streamerId',
  'displayName',
  'platform',
  'account',
)

function buildFollowsExportPart(kind: FollowableKind) {
  const { table, name, follows, followedId } = followables[kind]
  const columns = {
    [followedId.name]: followedId,
    [name.name]: name,
    is_notified: follows.isNotified,
    created_at: follows.createdAt,
  }
  return createExportPart(
    columns,
    (userId) => sql`from ${follows} join ${table} on ${table.id} = ${followedId}
      where ${follows.userId} = ${userId} order by ${follows.createdAt}`,
  )
}

/** Secrets, and hashes of them, are not selected. */
export const exportParts: Record<ExportPartName, ReturnType<typeof createExportPart>> = {
  identities: createOwnRowsExportPart(identities, {
    columns: ['provider', 'providerUserId', 'email', 'name', 'createdAt'],
    orderBy: 'id',
  }),
  passkeys: createOwnRowsExportPart(passkeys, {
    columns: ['name', 'transports', 'createdAt', 'lastUsedAt'],
    orderBy: 'id',
  }),
  recovery_codes: createOwnRowsExportPart(recoveryCodes, {
    columns: ['createdAt', 'usedAt'],
    orderBy: 'createdAt',
  }),
  marketing_consents: createOwnRowsExportPart(marketingConsents, {
    columns: ['purpose', 'at', 'isGiven', 'way', 'text'],
    orderBy: 'id',
  }),
  sessions: createExportPart(
    pickColumns(sessions, 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'),
    (userId) => sql`from ${sessions} where ${sessions.userId} = ${userId} order by ${sessions.id}`,
  ),
  mail_problems: createOwnRowsExportPart(mailSuppressions, {
    columns: ['reason', 'at', 'clearedAt'],
    orderBy: 'at',
  }),
  security_events: createOwnRowsExportPart(securityEvents, {
    columns: ['at', 'kind', 'detail'],
    orderBy: 'id',
  }),
  // One that changes the address is made only for an address that is free: it would tell which are.
  mailed_links: createExportPart(
    {
      ...pickColumns(accountTokens, 'kind', 'email', 'createdAt', 'expiresAt', 'usedAt'),
      ...pickColumns(accountTokens, 'returnPath', 'pendingAction', 'resumedAt', 'continuedAt'),
    },
    (userId) => sql`from ${accountTokens} where ${accountTokens.userId} = ${userId}
      and ${accountTokens.kind} <> 'change_email' order by ${accountTokens.createdAt}`,
  ),
  // A verified address only: requests for any other are somebody else's.
  sign_in_codes: createExportPart(
    {
      ...pickColumns(signInCodes, 'email', 'language', 'timeZone', 'isKnownDevice', 'attempts'),
      ...pickColumns(signInCodes, 'createdAt', 'expiresAt', 'usedAt'),
    },
    (userId) => sql`from ${signInCodes} where ${signInCodes.emailKey} =
      (select ${users.emailKey} from ${users}
        where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null)
      order by ${signInCodes.createdAt}`,
  ),
  ...streamerExportParts,
  proposed_events: createExportPart(
    {
      ...pickColumns(events, 'id', 'slug'),
      ...eventFieldColumns,
      ...pickColumns(events, 'status', 'approveAt', 'approvedAt', 'cancelledAt', 'cancelReason'),
      ...pickColumns(events, 'withdrawnAt'),
      ...pickColumns(events, 'previousStartAt', 'groupId', 'hypeCount', 'rejectionCode'),
      ...pickColumns(events, 'rejectionReason', 'duplicateOfId', 'createdAt', 'updatedAt'),
      participants_json: sql`(select json_group_array(${jsonObjectSql(participantColumns)})
        from ${eventParticipants} where ${eventParticipants.eventId} = ${events.id})`,
      channels_json: sql`(select json_group_array(
          ${jsonObjectSql(pickColumns(eventChannels, 'platform', 'account'))})
        from ${eventChannels} where ${eventChannels.eventId} = ${events.id})`,
    },
    (userId) => sql`from ${events} where ${events.proposerId} = ${userId} order by ${events.id}`,
  ),
  hypes: createExportPart(
    {
      ...pickColumns(hypes, 'eventId'),
      ...pickColumns(events, 'slug', 'name'),
      ...pickColumns(hypes, 'createdAt'),
    },
    (userId) => sql`from ${hypes} join ${events} on ${events.id} = ${hypes.eventId}
      where ${hypes.userId} = ${userId} order by ${hypes.createdAt}`,
  ),
  followed_streamers: buildFollowsExportPart('streamer'),
  followed_games: buildFollowsExportPart('game'),
  followed_groups: buildFollowsExportPart('group'),
  ...notificationExportParts,
  calendar_feeds: createOwnRowsExportPart(calendarFeeds, {
    columns: ['scope', 'createdAt', 'lastUsedAt'],
    orderBy: 'id',
  }),
  // Their addresses may be secrets of another calendar.
  schedule_sources: createExportPart(
    {
      ...pickColumns(scheduleSources, 'kind'),
      ...pickColumns(streamingAccounts, 'platform'),
      account: streamingAccounts.name,
      ...pickColumns(scheduleSources, 'category', 'language', 'timezone', 'createdAt', 'lastRunAt'),
    },
    (userId) => sql`from ${scheduleSources}
      join ${streamingAccounts} on ${streamingAccounts.id} = ${scheduleSources.accountId}
      where ${scheduleSources.userId} = ${userId} order by ${scheduleSources.id}`,
  ),
  reports: createExportPart(
    {
      ...pickColumns(
        reports,
        'subjectType',
        'subjectId',
        'isPicture',
        'reason',
        'text',
        'createdAt',
      ),
      ...pickColumns(reports, 'language', 'decidedAt', 'outcome', 'answer'),
    },
    (userId) => sql`from ${reports} where ${reports.userId} = ${userId} order by ${reports.id}`,
  ),
  xp: createExportPart(
    {
      ...pickColumns(
        xpEntries,
        'action',
        'subject',
        'isReversal',
        'round',
        'points',
        'reason',
        'at',
      ),
      facts_json: sql`${xpEntries.facts}`,
    },
    (userId) =>
      sql`from ${xpEntries} where ${xpEntries.userId} = ${userId} order by ${xpEntries.id}`,
  ),
  trust: createOwnRowsExportPart(trustEntries, {
    columns: ['action', 'subject', 'isReversal', 'round', 'delta', 'at'],
    orderBy: 'id',
  }),
  achievements: createOwnRowsExportPart(unlockedAchievements, {
    columns: ['achievement', 'unlockedAt', 'seenAt'],
    orderBy: 'unlockedAt',
  }),
  achievement_progress: createOwnRowsExportPart(achievementProgress, {
    columns: ['counter', 'value'],
    orderBy: 'counter',
  }),
  leaderboard: createOwnRowsExportPart(leaderboardEntries, {
    columns: ['period', 'xp', 'isShown'],
    orderBy: 'period',
  }),
  ...moderationExportParts,
  articles: createExportPart(
    {
      ...pickColumns(articles, 'slug', 'title', 'excerpt', 'markdown', 'language', 'status'),
      ...pickColumns(articles, 'coverPath', 'paidBy', 'authorName'),
      ...pickColumns(articles, 'createdAt', 'updatedAt', 'publishedAt'),
    },
    (userId) =>
      sql`from ${articles} where ${articles.authorId} = ${userId} order by ${articles.id}`,
  ),
}
