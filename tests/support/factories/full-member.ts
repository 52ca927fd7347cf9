import { accountTokens, identities, refreshTokens } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { articles } from '#worker/db/schema/articles.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { calendarFeeds, eventChannels, eventParticipants, hypes } from '#worker/db/schema/events.ts'
import {
  achievementProgress,
  leaderboardEntries,
  trustEntries,
  unlockedAchievements,
  xpEntries,
} from '#worker/db/schema/gamification.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { uploads } from '#worker/db/schema/media.ts'
import { securityEvents } from '#worker/db/schema/operations.ts'
import {
  deliveries,
  digestItems,
  mailSuppressions,
  notificationChannels,
  pushSubscriptions,
} from '#worker/db/schema/notifications.ts'
import { ownReminders } from '#worker/db/schema/reminders.ts'
import { createEvent } from './events.ts'
import { placeAnsweredAppeal, placeAppeal, placeReports } from './full-reports.ts'
import { placeAnswer, placeProfile } from './full-streamer.ts'
import { type Member, createMember, consentToMarketing } from './members.ts'
import { insertInto, insertRow, query } from './rows.ts'
import { insertPasskey, insertSignInCode } from './sign-in-methods.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'

export type FullMember = Member & {
  streamerId: number
  approvedId: number
  pendingId: number
  /** Another person’s event, hyped by the member and by one other. */
  hypedId: number
  calendarFeedId: number
  scheduleSourceId: number
  passkeyId: number
}

type Environment = Pick<TestApi, 'environment'>

/** Every column of the database that refers to a person. */
export function personColumns(worker: Environment): Promise<{ table: string; column: string }[]> {
  return query(
    worker,
    `select m.name as "table", f."from" as "column" from sqlite_master m
      join pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'users'`,
  )
}

/** Text that people may read of a table, whatever the column allows. */
const mark = (table: string) => `mark-${table}` as never

/**
 * A member with a row in every table that refers to one. Each row holds `mark-<table>` where people
 * may read it, and `secret-…` in what nobody may.
 */
export async function insertFullMember(worker: TestApi, at = Date.now()): Promise<FullMember> {
  const member = await createMember(worker)
  const other = await createMember(worker)
  const { userId } = member
  await query(worker, `update users set discord_webhook = 'secret-webhook' where id = ?`, userId)
  await query(
    worker,
    `update sessions set user_agent = 'mark-sessions' where id = ?`,
    member.sessionId,
  )
  await insertInto(worker, refreshTokens, {
    hash: `secret-refresh-${userId}`,
    sessionId: member.sessionId,
    createdAt: at,
  })
  await placeOwnRows(worker, userId, at)
  const passkeyId = await insertPasskey(worker, userId, at)
  const calendarFeedId = await placeCalendarFeed(worker, userId, at)
  const streamerId = await placeProfile(worker, userId, at)
  const events = await placeEvents(worker, { userId, otherId: other.userId, at })
  await placeReports(worker, { userId, otherId: other.userId, at })
  await placeAppeal(worker, { userId, otherId: other.userId, at })
  await placeAnsweredAppeal(worker, { userId, otherId: other.userId, at })
  await placeAnswer(worker, { streamerId, eventId: events.hypedId, at })
  const scheduleSourceId = await placeScheduleSource(worker, { userId, streamerId, at })
  return { ...member, streamerId, calendarFeedId, scheduleSourceId, passkeyId, ...events }
}

async function placeOwnRows(worker: Environment, userId: number, at: number): Promise<void> {
  const own = { userId, createdAt: at }
  await consentToMarketing(worker, own)
  await insertRow(worker, identities, {
    ...own,
    provider: 'google',
    providerUserId: `mark-identities-${userId}`,
    accessToken: 'secret-access',
    refreshToken: 'secret-refresh',
  })
  await insertRow(worker, accountTokens, {
    ...own,
    id: `secret-id-${userId}`,
    kind: 'verify_email',
    hash: `secret-hash-${userId}`,
    email: 'mark-account_tokens@example.com',
    expiresAt: at + hour,
  })
  await insertSignInCode(worker, userId, at)
  const path = `uploads/mark-uploads-${userId}.png`
  await insertInto(worker, uploads, { ...own, path, checkAt: at + day })
  await insertRow(worker, deliveries, {
    ...own,
    key: `verify_email:secret-id-${userId}`,
    channel: 'email',
    kind: 'verify_email',
    payload: { token_id: 'secret-id', to: 'mark-deliveries@example.com' },
    status: 'sent',
    nextAt: at,
  })
  await insertInto(worker, notificationChannels, {
    userId,
    kind: mark('notification_channels'),
    channel: 'email',
    isEnabled: false,
  })
  await insertRow(worker, pushSubscriptions, {
    ...own,
    endpoint: `https://mark-push_subscriptions.example/secret-endpoint-${userId}`,
    p256dh: 'secret-p256dh',
    auth: 'secret-auth',
    lastUsedAt: at,
  })
  const entry = { userId, action: 'hype', at }
  await insertRow(worker, xpEntries, { ...entry, subject: 'mark-xp_entries', points: 5 })
  await insertInto(worker, achievementProgress, {
    userId,
    counter: mark('achievement_progress'),
    value: 1,
  })
  await insertInto(worker, leaderboardEntries, {
    userId,
    period: mark('leaderboard_entries'),
    xp: 5,
    isShown: true,
  })
  await insertRow(worker, trustEntries, { ...entry, subject: 'mark-trust_entries', delta: 1 })
  await insertInto(worker, unlockedAchievements, {
    userId,
    achievement: mark('unlocked_achievements'),
    unlockedAt: at,
  })
  await insertRow(worker, auditEntries, {
    actorId: userId,
    action: 'reject',
    subjectType: 'event',
    subjectId: 1,
    reason: 'mark-audit_entries',
    at,
  })
  await insertRow(worker, auditEntries, {
    action: 'soft_ban',
    subjectType: 'user',
    subjectId: userId,
    reason: 'secret-reason',
    at,
  })
  await insertInto(worker, mailSuppressions, {
    addressHash: `hash-${userId}`,
    userId,
    reason: 'mark-mail_suppressions' as 'bounce',
    at,
    clearedAt: at,
  })
  await insertRow(worker, securityEvents, {
    ...own,
    at,
    kind: 'sign_in',
    detail: 'mark-security_events' as 'password',
    network: 'a-network-hashed',
  })
  await insertRow(worker, articles, {
    slug: `mark-articles-${userId}`,
    title: 'mark-articles',
    markdown: 'Text.',
    status: 'published',
    authorId: userId,
    authorName: `Author ${userId}`,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
  })
  await follow(worker, userId, at)
}

async function follow(worker: Environment, userId: number, at: number): Promise<void> {
  const named = { nameKey: `followed-${userId}`, createdAt: at }
  const streamer = await insertRow(worker, streamers, {
    ...named,
    displayName: 'mark-streamer_follows',
  })
  const game = await insertRow(worker, games, {
    ...named,
    slug: `game-${userId}`,
    name: 'mark-game_follows',
  })
  const group = await insertRow(worker, eventGroups, {
    ...named,
    slug: `group-${userId}`,
    name: 'mark-group_follows',
  })
  const own = { userId, createdAt: at }
  await insertInto(worker, streamerFollows, { ...own, streamerId: streamer })
  await insertInto(worker, gameFollows, { ...own, gameId: game })
  await insertInto(worker, groupFollows, { ...own, groupId: group })
}

function placeCalendarFeed(worker: Environment, userId: number, at: number): Promise<number> {
  return insertRow(worker, calendarFeeds, {
    userId,
    tokenHash: `secret-feed-hash-${userId}`,
    token: 'secret-feed-token',
    scope: mark('calendar_feeds'),
    createdAt: at,
  })
}

async function placeScheduleSource(
  worker: Environment,
  { userId, streamerId, at }: { userId: number; streamerId: number; at: number },
): Promise<number> {
  const [account] = await query<{ id: number }>(
    worker,
    'select id from streaming_accounts where streamer_id = ?',
    streamerId,
  )
  return insertRow(worker, scheduleSources, {
    userId,
    streamerId,
    accountId: account?.id ?? 0,
    kind: 'ical_url',
    encryptedUrl: 'secret-url',
    category: mark('schedule_sources'),
    language: 'en',
    timezone: 'UTC',
    createdAt: at,
  })
}

async function placeEvents(
  worker: Environment,
  { userId, otherId, at }: { userId: number; otherId: number; at: number },
) {
  const times = { startAt: at + day, endAt: at + 2 * day }
  const own = async (status: 'approved' | 'pending' | 'rejected' | 'disabled') => {
    const { id } = await createEvent(worker, { ...times, status, name: `mark-events ${status}` })
    await query(worker, `update events set proposer_id = ? where id = ?`, userId, id)
    await insertInto(worker, eventParticipants, {
      eventId: id,
      position: 0,
      displayName: `mark-event_participants ${status}`,
    })
    await insertInto(worker, eventChannels, {
      eventId: id,
      position: 0,
      platform: 'youtube',
      account: `mark-event_channels ${status}`,
    })
    return id
  }
  const approvedId = await own('approved')
  await query(
    worker,
    `update events set moderator_note = 'mark-note', draft_key = 'secret-draft' where id = ?`,
    approvedId,
  )
  const pendingId = await own('pending')
  await own('rejected')
  await own('disabled')
  const hyped = await createEvent(worker, { ...times, name: 'mark-hypes' })
  for (const fan of [userId, otherId]) {
    await insertInto(worker, hypes, { eventId: hyped.id, userId: fan, createdAt: at })
  }
  await insertInto(worker, hypes, { eventId: approvedId, userId: otherId, createdAt: at })
  await insertInto(worker, ownReminders, {
    ...{ userId, eventId: hyped.id, slot: 1, mark: 'mark-own_reminders' as never, createdAt: at },
  })
  const news = await createEvent(worker, { ...times, name: 'mark-digest_items' })
  await insertInto(worker, digestItems, { eventId: news.id, userId, createdAt: at })
  return { approvedId, pendingId, hypedId: hyped.id }
}
