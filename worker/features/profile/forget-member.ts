import { sql } from 'drizzle-orm'
import { write, type Ctx } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { forgetFailures } from '#worker/features/accounts/login.ts'
import { purgeAfter } from '#worker/features/edge/purge.ts'
import { removeMediaSoon } from '#worker/features/uploads/remove-media.ts'
import { listUploads } from '#worker/features/uploads/uploads.ts'

export type Leaving = { userId: UserId; usernameKey: string; emailKey: string | null }

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
  'push_subscriptions',
  'xp_entries',
  'trust_entries',
  'unlocked_achievements',
]

/** Who wrote an article that stays. */
const formerAuthor = 'Hypecal'

/** What others may rely on stays, without the person: approved events, articles, public facts of a streamer. */
function keepWithoutPerson({ db }: Ctx, userId: UserId): Statement[] {
  return [
    rows(db, sql`delete from events where proposer_id = ${userId} and status <> 'approved'`),
    rows(db, sql`update events set proposer_id = null where proposer_id = ${userId}`),
    rows(
      db,
      sql`update articles set author_id = null, author_name = ${formerAuthor}
        where author_id = ${userId}`,
    ),
    rows(db, sql`update audit_entries set actor_id = null where actor_id = ${userId}`),
    rows(
      db,
      sql`update streaming_accounts set verified_at = null
        where streamer_id in (select id from streamers where user_id = ${userId})`,
    ),
    rows(db, sql`update streamers set user_id = null where user_id = ${userId}`),
  ]
}

/** Everything else goes; triggers keep the counts of hypes and follows right. */
function dropTheRest(ctx: Ctx, { userId, usernameKey, emailKey }: Leaving): Statement[] {
  const { db } = ctx
  const counters = [`upload:${userId}`, `leave:${userId}`, `leave:${userId}:last`]
  return [
    rows(
      db,
      sql`delete from refresh_tokens
        where session_id in (select id from sessions where user_id = ${userId})`,
    ),
    ...ownTables.map((table) =>
      rows(db, sql`delete from ${sql.raw(table)} where user_id = ${userId}`),
    ),
    ...forgetFailures(ctx, { usernameKey, emailKey }),
    rows(
      db,
      sql`delete from attempts where subject in (select value from json_each(${JSON.stringify(counters)}))`,
    ),
    rows(db, sql`delete from users where id = ${userId}`),
  ]
}

/** Of the paths a person uploaded, those that something shows which stays. */
function selectUsed({ db }: Ctx, userId: UserId, paths: string[]): Statement<{ path: string }[]> {
  const own = sql`(select value from json_each(${JSON.stringify(paths)}))`
  return rows<{ path: string }>(
    db,
    sql`select thumbnail_path as path from events where thumbnail_path in ${own}
        and (status = 'approved' or proposer_id is not ${userId})
      union all select thumbnail_path from event_groups where thumbnail_path in ${own}
      union all select thumbnail_path from games where thumbnail_path in ${own}
      union all select cover_path from articles where cover_path in ${own}
      union all select avatar_path from streamers where avatar_path in ${own}
      union all select image_path from deals where image_path in ${own}`,
  )
}

/** Deletes a member at once and for good. The queue removes the files, so that no bucket holds it up. */
export async function forgetMember(ctx: Ctx, person: Leaving): Promise<void> {
  const { userId } = person
  const { db } = ctx
  const uploads = await listUploads(ctx, userId)
  const paths = uploads.map(({ path }) => path)
  const [[avatar], streamers, used] = await write(ctx, [
    rows<{ path: string | null }>(
      db,
      sql`select avatar_path as path from users where id = ${userId}`,
    ),
    rows<{ id: StreamerId }>(db, sql`select id from streamers where user_id = ${userId}`),
    selectUsed(ctx, userId, paths),
    ...keepWithoutPerson(ctx, userId),
    ...dropTheRest(ctx, person),
  ])
  const kept = new Set(used.map(({ path }) => path))
  await removeMediaSoon(ctx, [
    ...(avatar?.path ? [avatar.path] : []),
    ...uploads.map(({ markerKey }) => markerKey),
    ...paths.filter((path) => !kept.has(path)),
  ])
  for (const { id } of streamers) await purgeAfter(ctx, { type: 'streamer', id })
}
