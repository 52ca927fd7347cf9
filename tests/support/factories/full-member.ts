import { createEvent } from './events.ts'
import { type Member, createMember } from './members.ts'
import { query } from './rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

export type FullMember = Member & {
  streamerId: number
  approvedId: number
  pendingId: number
  /** Of somebody else, hyped by the member and by one other. */
  hypedId: number
  calendarFeedId: number
  scheduleSourceId: number
}

type Environment = Pick<TestWorker, 'environment'>

/** Every column of the database that refers to a person. */
export function personColumns(worker: Environment): Promise<{ table: string; column: string }[]> {
  return query(
    worker,
    `select m.name as "table", f."from" as "column" from sqlite_master m
      join pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'users'`,
  )
}

/** Runs the statement and returns the new row's id. */
async function insert(
  worker: Environment,
  table: string,
  values: Record<string, string | number | null>,
): Promise<number> {
  const names = Object.keys(values)
  const [row] = await query<{ id?: number }>(
    worker,
    `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
      returning *`,
    ...Object.values(values),
  )
  return row?.id ?? 0
}

/**
 * A member with a row in every table that refers to one. Each row holds `mark-<table>` where people
 * may read it, and `secret-…` in what nobody may.
 */
export async function insertFullMember(worker: TestWorker, at = Date.now()): Promise<FullMember> {
  const member = await createMember(worker)
  const other = await createMember(worker)
  const { userId } = member
  const when = { created_at: at }
  await query(worker, `update users set discord_webhook = 'secret-webhook' where id = ?`, userId)
  await query(
    worker,
    `update sessions set user_agent = 'mark-sessions' where id = ?`,
    member.sessionId,
  )
  await insert(worker, 'refresh_tokens', {
    hash: `secret-refresh-${userId}`,
    session_id: member.sessionId,
    ...when,
  })
  await placeOwnRows(worker, userId, at)
  const calendarFeedId = await placeCalendarFeed(worker, userId, at)
  const streamerId = await placeProfile(worker, userId, at)
  const events = await placeEvents(worker, { userId, otherId: other.userId, at })
  const scheduleSourceId = await placeScheduleSource(worker, { userId, streamerId, at })
  return { ...member, streamerId, calendarFeedId, scheduleSourceId, ...events }
}

async function placeOwnRows(worker: Environment, userId: number, at: number): Promise<void> {
  const own = { user_id: userId, created_at: at }
  await insert(worker, 'identities', {
    ...own,
    provider: 'google',
    provider_user_id: `mark-identities-${userId}`,
    access_token: 'secret-access',
    refresh_token: 'secret-refresh',
  })
  await insert(worker, 'account_tokens', {
    ...own,
    id: `secret-id-${userId}`,
    kind: 'verify_email',
    hash: `secret-hash-${userId}`,
    email: 'mark-account_tokens@example.com',
    expires_at: at + hour,
  })
  await insert(worker, 'deliveries', {
    ...own,
    key: `verify_email:secret-id-${userId}`,
    channel: 'email',
    kind: 'verify_email',
    payload: JSON.stringify({ token_id: 'secret-id', to: 'mark-deliveries@example.com' }),
    status: 'sent',
    next_at: at,
  })
  await insert(worker, 'notification_channels', {
    user_id: userId,
    kind: 'mark-notification_channels',
    channel: 'email',
    is_enabled: 0,
  })
  await insert(worker, 'push_subscriptions', {
    ...own,
    endpoint: `https://mark-push_subscriptions.example/secret-endpoint-${userId}`,
    p256dh: 'secret-p256dh',
    auth: 'secret-auth',
    last_used_at: at,
  })
  const entry = { user_id: userId, action: 'hype', at }
  await insert(worker, 'xp_entries', { ...entry, subject: 'mark-xp_entries', points: 5 })
  await insert(worker, 'achievement_progress', {
    user_id: userId,
    counter: 'mark-achievement_progress',
    value: 1,
  })
  await insert(worker, 'leaderboard_entries', {
    user_id: userId,
    period: 'mark-leaderboard_entries',
    xp: 5,
    is_shown: 1,
  })
  await insert(worker, 'trust_entries', { ...entry, subject: 'mark-trust_entries', delta: 1 })
  await insert(worker, 'unlocked_achievements', {
    user_id: userId,
    achievement: 'mark-unlocked_achievements',
    unlocked_at: at,
  })
  await insert(worker, 'audit_entries', {
    actor_id: userId,
    act: 'reject',
    subject_type: 'event',
    subject_id: 1,
    reason: 'mark-audit_entries',
    at,
  })
  await insert(worker, 'articles', {
    slug: `mark-articles-${userId}`,
    title: 'mark-articles',
    markdown: 'Text.',
    status: 'published',
    author_id: userId,
    author_name: `Author ${userId}`,
    created_at: at,
    updated_at: at,
    published_at: at,
  })
  await follow(worker, userId, at)
}

async function follow(worker: Environment, userId: number, at: number): Promise<void> {
  const named = { name_key: `followed-${userId}`, created_at: at }
  const streamer = await insert(worker, 'streamers', {
    ...named,
    display_name: 'mark-streamer_follows',
  })
  const game = await insert(worker, 'games', {
    ...named,
    slug: `game-${userId}`,
    name: 'mark-game_follows',
  })
  const own = { user_id: userId, created_at: at }
  await insert(worker, 'streamer_follows', { ...own, streamer_id: streamer })
  await insert(worker, 'game_follows', { ...own, game_id: game })
}

function placeCalendarFeed(worker: Environment, userId: number, at: number): Promise<number> {
  return insert(worker, 'calendar_feeds', {
    user_id: userId,
    token_hash: `secret-feed-hash-${userId}`,
    token: 'secret-feed-token',
    scope: 'mark-calendar_feeds',
    created_at: at,
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
  return insert(worker, 'schedule_sources', {
    user_id: userId,
    streamer_id: streamerId,
    account_id: account?.id ?? 0,
    kind: 'ical_url',
    sealed_url: 'secret-url',
    category: 'mark-schedule_sources',
    language: 'en',
    timezone: 'UTC',
    created_at: at,
  })
}

async function placeProfile(worker: Environment, userId: number, at: number): Promise<number> {
  const id = await insert(worker, 'streamers', {
    display_name: 'mark-streamers',
    name_key: `streamer-${userId}`,
    user_id: userId,
    created_at: at,
  })
  await insert(worker, 'streaming_accounts', {
    streamer_id: id,
    platform: 'twitch',
    name: `mark_streaming_accounts_${userId}`,
    name_key: `mark_streaming_accounts_${userId}`,
    verified_at: at,
    created_at: at,
  })
  return id
}

async function placeEvents(
  worker: Environment,
  { userId, otherId, at }: { userId: number; otherId: number; at: number },
) {
  const times = { startAt: at + day, endAt: at + 2 * day }
  const own = async (status: 'approved' | 'pending' | 'rejected' | 'disabled') => {
    const { id } = await createEvent(worker, { ...times, status, name: `mark-events ${status}` })
    await query(worker, `update events set proposer_id = ? where id = ?`, userId, id)
    await insert(worker, 'event_participants', {
      event_id: id,
      position: 0,
      display_name: `mark-event_participants ${status}`,
    })
    await insert(worker, 'event_channels', {
      event_id: id,
      position: 0,
      platform: 'youtube',
      account: `mark-event_channels ${status}`,
    })
    return id
  }
  const approvedId = await own('approved')
  const pendingId = await own('pending')
  await own('rejected')
  await own('disabled')
  const hyped = await createEvent(worker, { ...times, name: 'mark-hypes' })
  for (const fan of [userId, otherId]) {
    await insert(worker, 'hypes', { event_id: hyped.id, user_id: fan, created_at: at })
  }
  await insert(worker, 'hypes', { event_id: approvedId, user_id: otherId, created_at: at })
  const news = await createEvent(worker, { ...times, name: 'mark-digest_items' })
  await insert(worker, 'digest_items', { event_id: news.id, user_id: userId, created_at: at })
  return { approvedId, pendingId, hypedId: hyped.id }
}
