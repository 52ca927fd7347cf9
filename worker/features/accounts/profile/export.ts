import { sql, type SQL } from 'drizzle-orm'
import { read, readCounting, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { writtenColumns } from '#worker/features/events/fields.ts'
import { listUploads } from '#worker/features/media/uploads/uploads.ts'
import { assertNotThrottled, recordAttempt } from '#worker/features/accounts/throttle.ts'
import { AppError } from '#worker/api/errors.ts'
import type { ExportView } from './contract.ts'

type Row = Record<string, unknown>
type Part = Exclude<keyof ExportView, 'exported_at' | 'account' | 'uploads'>

function accountOf(userId: UserId): SQL {
  return sql`select id, username, email, email_verified_at, password_hash is not null as has_password,
      role, is_active, is_soft_banned, is_marketing, interface_language, is_language_chosen, timezone_name,
      is_time_zone_chosen, date_format_id, is_date_format_chosen, hour_cycle, avatar_path, discord_webhook is not null as has_discord_webhook,
      discord_disabled_at, total_xp, trust, is_on_leaderboard, leaderboard_excluded_at,
      is_gamified, gamification_suspended_at,
      onboarded_at, onboarding_skipped_at, digest, digest_next_at, quiet_from, quiet_to, created_at
    from users where id = ${userId}`
}

const e = alias(events, 'e')

function proposedEvents(userId: UserId): SQL {
  return sql`select ${e.id}, ${e.slug}, ${writtenColumns(e)}, ${e.status}, ${e.approveAt},
      ${e.approvedAt}, ${e.cancelledAt}, ${e.cancelReason}, ${e.previousStartAt}, ${e.groupId},
      ${e.hypeCount}, ${e.rejectionCode}, ${e.rejectionReason}, ${e.createdAt}, ${e.updatedAt},
      (select json_group_array(json_object('streamer_id', streamer_id, 'display_name', display_name,
        'platform', platform, 'account', account))
        from event_participants where event_id = e.id) as participants_json,
      (select json_group_array(json_object('platform', platform, 'account', account))
        from event_channels where event_id = e.id) as channels_json
    from ${e} where ${e.proposerId} = ${userId} order by ${e.id}`
}

/** What belongs to a person, by table; secrets, and hashes of them, are not asked for. */
function partsOf(userId: UserId): Record<Part, SQL> {
  return {
    identities: sql`select provider, provider_user_id, email, name, created_at
      from identities where user_id = ${userId} order by id`,
    sessions: sql`select user_agent, created_at, last_used_at, expires_at, revoked_at
      from sessions where user_id = ${userId} order by id`,
    // One that changes the address is made only for an address that is free: it would tell which are.
    mailed_links: sql`select kind, email, created_at, expires_at, used_at, return_path,
        pending_action, resumed_at, continued_at
      from account_tokens where user_id = ${userId} and kind <> 'change_email' order by created_at`,
    streamer_profiles: sql`select id, display_name, language, avatar_path, followers, follow_count,
        featured_at, created_at from streamers where user_id = ${userId}`,
    streaming_accounts: sql`select platform, name, verified_at, created_at from streaming_accounts
      where streamer_id in (select id from streamers where user_id = ${userId}) order by id`,
    proposed_events: proposedEvents(userId),
    hypes: sql`select h.event_id, e.slug, e.name, h.created_at from hypes h
      join events e on e.id = h.event_id where h.user_id = ${userId} order by h.created_at`,
    followed_streamers: sql`select f.streamer_id, s.display_name, f.is_notified, f.created_at
      from streamer_follows f join streamers s on s.id = f.streamer_id
      where f.user_id = ${userId} order by f.created_at`,
    followed_games: sql`select f.game_id, g.name, f.is_notified, f.created_at
      from game_follows f join games g on g.id = f.game_id
      where f.user_id = ${userId} order by f.created_at`,
    // Half of a mailed secret stands in a payload.
    notifications: sql`select channel, kind, event_id, status, json_remove(payload, '$.token_id') as
        payload_json, (select c.texts ->> ('$.' || (payload ->> 'language') || '.subject')
          from campaigns c where kind in ('campaign', 'campaign_test') and c.id = payload ->> 'campaign')
        as subject, attempts, next_at, deadline_at, sent_at, read_at, reason, error, created_at
      from deliveries where user_id = ${userId} and kind <> 'change_email' order by id`,
    notification_switches: sql`select kind, channel, is_enabled
      from notification_channels where user_id = ${userId} order by kind, channel`,
    digest_items: sql`select i.event_id, e.slug, e.name, i.told_at, i.created_at from digest_items i
      join events e on e.id = i.event_id where i.user_id = ${userId} order by i.created_at`,
    // The rest of the address, and the keys, would let others send.
    push_subscriptions: sql`select substr(endpoint, 1, 8 + instr(substr(endpoint, 9) || '/', '/') - 1)
        as service, user_agent, created_at, last_used_at
      from push_subscriptions where user_id = ${userId} order by created_at`,
    calendar_feeds: sql`select scope, created_at, last_used_at
      from calendar_feeds where user_id = ${userId} order by id`,
    // Their addresses may be secrets of another calendar.
    schedule_sources: sql`select s.kind, a.platform, a.name as account, s.category, s.language,
        s.timezone, s.created_at, s.last_run_at
      from schedule_sources s join streaming_accounts a on a.id = s.account_id
      where s.user_id = ${userId} order by s.id`,
    xp: sql`select action, subject, is_reversal, round, points, reason, at, facts as facts_json
      from xp_entries where user_id = ${userId} order by id`,
    trust: sql`select action, subject, is_reversal, round, delta, at
      from trust_entries where user_id = ${userId} order by id`,
    achievements: sql`select achievement, unlocked_at, seen_at
      from unlocked_achievements where user_id = ${userId} order by unlocked_at`,
    achievement_progress: sql`select counter, value
      from achievement_progress where user_id = ${userId} order by counter`,
    leaderboard: sql`select period, xp, is_shown
      from leaderboard_entries where user_id = ${userId} order by period`,
    moderation_acts: sql`select act, subject_type, subject_id, from_state, to_state, reason, at
      from audit_entries where actor_id = ${userId} order by id`,
    articles: sql`select slug, title, excerpt, markdown, language, status, cover_path, author_name,
        created_at, updated_at, published_at from articles where author_id = ${userId} order by id`,
  }
}

/** As a person reads it: instants, yes and no, lists. */
function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith('_json')) return [name.slice(0, -5), JSON.parse(String(value)) as unknown]
      if (typeof value !== 'number') return [name, value]
      if (/(^|_)at$/.test(name)) return [name, toInstant(value)]
      return [name, /^(is|has)_/.test(name) ? value === 1 : value]
    }),
  )
}

const exportsPerHour = 10

export function exportSubject(userId: UserId): string {
  return `export:${userId}`
}

/** All that is stored of the member. */
export async function exportMe(ctx: Ctx<Member>): Promise<ExportView> {
  const { userId } = ctx.actor
  const rateLimit = { hourly: [{ subject: exportSubject(userId), limit: exportsPerHour }] }
  const [[opening]] = await readCounting(ctx, recordAttempt(ctx, rateLimit))
  assertNotThrottled(ctx, opening)
  const parts = partsOf(userId)
  const names = Object.keys(parts) as Part[]
  const [[account], ...found] = await read(ctx, [
    rows<Row>(ctx.db, accountOf(userId)),
    ...names.map((name) => rows<Row>(ctx.db, parts[name])),
  ])
  if (!account) throw new AppError('unauthenticated', 'session_ended')
  const lists = Object.fromEntries(
    names.map((name, index) => [name, (found[index] ?? []).map(plain)]),
  ) as Record<Part, Row[]>
  const uploads = await listUploads(ctx, userId)
  return {
    exported_at: toInstant(ctx.now),
    account: plain(account),
    ...lists,
    uploads: uploads.map(({ path }) => ({ path })),
  }
}

/** What the downloaded file is called. */
export function exportName({ account, exported_at }: ExportView): string {
  return `hypecal-${String(account['username'])}-${exported_at.slice(0, 10)}.json`
}
