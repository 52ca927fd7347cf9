import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { clearLoginFailures } from '#worker/features/accounts/login.ts'
import { passwordGuard } from '#worker/features/accounts/password.ts'
import {
  queueTokenRevocation,
  type StoredProviderTokens,
} from '#worker/features/accounts/provider-tokens.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { removeMediaSoon } from '#worker/features/media/uploads/remove-media.ts'
import { selectShown } from '#worker/features/media/uploads/shown-pictures.ts'
import { uploadSubject } from '#worker/features/media/uploads/store-picture.ts'
import { listUploads } from '#worker/features/media/uploads/uploads.ts'
import { exportSubject } from './export.ts'

export type Erasure = { userId: UserId; usernameKey: string; emailKey: string | null }

/** Of a member whom somebody else removes. */
type Removal = {
  /** Only when this holds of their row of `users` in the same transaction. */
  when: SQL
  /** Written right after that row is gone. */
  entry: Statement
}
/** A member's id, or an expression that yields none where they stay. */
type Subject = SQL | UserId

/** Tables whose rows are the person's alone; sessions take their refresh tokens along. */
const ownTables = [
  'identities',
  'sessions',
  'account_tokens',
  'streamer_follows',
  'game_follows',
  'hypes',
  'deliveries',
  'notification_channels',
  'digest_items',
  'push_subscriptions',
  'calendar_feeds',
  'schedule_sources',
  'xp_entries',
  'trust_entries',
  'unlocked_achievements',
  'achievement_progress',
  'leaderboard_entries',
]

/** Who wrote an article that stays. */
const formerAuthor = 'Hypecal'

/** Of their events only those that were published stay. */
function dropUnpublished({ db }: Ctx, userId: Subject): Statement {
  return rows(db, sql`delete from events where proposer_id = ${userId} and status <> 'approved'`)
}

/** What others may rely on stays, without the person: approved events, articles, public facts of a streamer. */
function keepWithoutPerson({ db }: Ctx, userId: Subject): Statement[] {
  return [
    rows(db, sql`update events set proposer_id = null where proposer_id = ${userId}`),
    rows(
      db,
      sql`update articles set author_id = null, author_name = ${formerAuthor}
        where author_id = ${userId}`,
    ),
    rows(db, sql`update audit_entries set actor_id = null where actor_id = ${userId}`),
    // A channel that was only typed is no fact, and would look like one once nobody owns it.
    rows(
      db,
      sql`delete from streaming_accounts where verified_at is null
        and streamer_id in (select id from streamers where user_id = ${userId})`,
    ),
    rows(
      db,
      sql`update streaming_accounts set verified_at = null
        where streamer_id in (select id from streamers where user_id = ${userId})`,
    ),
    rows(db, sql`update streamers set user_id = null where user_id = ${userId}`),
  ]
}

/** Everything else goes; triggers keep the counts of hypes and follows right. */
function dropTheRest({ db }: Ctx, userId: Subject): Statement[] {
  return [
    rows(
      db,
      sql`delete from refresh_tokens
        where session_id in (select id from sessions where user_id = ${userId})`,
    ),
    ...ownTables.map((table) =>
      rows(db, sql`delete from ${sql.raw(table)} where user_id = ${userId}`),
    ),
    rows(db, sql`delete from users where id = ${userId}`),
  ]
}

/** What is counted under a name or an id, once nobody has it. */
function dropCounters(ctx: Ctx, { userId, usernameKey, emailKey }: Erasure): Statement[] {
  const counters = [uploadSubject(userId), exportSubject(userId), passwordGuard(userId)]
  const isGone = sql`not exists (select 1 from users where id = ${userId})`
  return [
    ...clearLoginFailures(ctx, { usernameKey, emailKey }, isGone),
    rows(
      ctx.db,
      sql`delete from attempts where ${isGone}
        and subject in (select value from json_each(${JSON.stringify(counters)}))`,
    ),
  ]
}

/**
 * Deletes a member at once and for good, and says whether there was one to delete. The queue
 * removes the files, so that no bucket holds it up.
 */
export async function eraseMember(ctx: Ctx, person: Erasure, removal?: Removal): Promise<boolean> {
  const { db } = ctx
  const userId: Subject = removal
    ? sql`(select id from users where id = ${person.userId} and ${removal.when})`
    : person.userId
  const uploads = await listUploads(ctx, person.userId)
  const paths = uploads.map(({ path }) => path)
  const [[leaving], streamers, , shown, tokens] = await write(ctx, [
    rows<{ avatar: string | null }>(
      db,
      sql`select avatar_path as avatar from users where id = ${userId}`,
    ),
    rows<{ id: StreamerId }>(db, sql`select id from streamers where user_id = ${userId}`),
    dropUnpublished(ctx, userId),
    selectShown(ctx, paths),
    rows<StoredProviderTokens>(
      db,
      sql`select access_token as accessToken, refresh_token as refreshToken from identities
        where user_id = ${userId} and provider = 'twitch'`,
    ),
    ...keepWithoutPerson(ctx, userId),
    ...dropTheRest(ctx, userId),
    ...(removal ? [removal.entry] : []),
    ...dropCounters(ctx, person),
  ])
  if (!leaving) return false
  await queueTokenRevocation(ctx, tokens)
  const kept = new Set(shown.map(({ path }) => path))
  await removeMediaSoon(ctx, [
    ...(leaving.avatar ? [leaving.avatar] : []),
    ...uploads.map(({ markerKey }) => markerKey),
    ...paths.filter((path) => !kept.has(path)),
  ])
  const profiles = streamers.map(({ id }) => ({ type: 'streamer', id }) as const)
  await queuePurge(ctx, { type: 'leaderboard' }, ...profiles)
  return true
}
