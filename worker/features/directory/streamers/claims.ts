import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, StreamingAccountId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { streamerMoves } from './merge-streamers.ts'

/** A channel that a member has proved to be theirs, and whose it is so far. */
export type Claim = {
  platform: Platform
  name: string
  nameKey: string
  accountId: StreamingAccountId | null
  streamerId: StreamerId | null
  ownerId: UserId | null
  isVerified: 0 | 1
}

/** `channels` yields rows `platform, name, name_key`. */
export function selectClaims({ db }: Ctx, channels: SQL): Statement<Claim[]> {
  return rows<Claim>(
    db,
    sql`select c.platform, c.name, c.name_key as nameKey, a.id as accountId,
        a.streamer_id as streamerId, s.user_id as ownerId, a.verified_at is not null as isVerified
      from (${channels}) c
        left join streaming_accounts a on a.platform = c.platform and a.name_key = c.name_key
        left join streamers s on s.id = a.streamer_id`,
  )
}

type Channel = { platform: Platform; name: string }

/** The channels that a member has connected. */
export function selectConnected({ db }: Ctx, userId: UserId): Statement<Channel[]> {
  return rows<Channel>(
    db,
    sql`select provider as platform, name from identities
      where user_id = ${userId} and provider in ('twitch', 'youtube') and name is not null`,
  )
}

/** For `selectClaims`. SQLite folds the case of ASCII alone, so that no statement can make the key. */
export function channelRows(channels: Channel[]): SQL {
  const found = JSON.stringify(
    channels.map(({ platform, name }) => [platform, name, accountKey(name)]),
  )
  return sql`select value ->> 0 as platform, value ->> 1 as name, value ->> 2 as name_key
    from json_each(${found})`
}

/** Whether another member has proved the same before. */
export function isTaken(claim: Claim, userId: UserId): boolean {
  return claim.ownerId !== null && claim.ownerId !== userId && Boolean(claim.isVerified)
}

export function ownStreamer(userId: UserId): SQL {
  return sql`(select id from streamers where user_id = ${userId})`
}

/**
 * What a proof changes, each only while things are as they were found: the member's profile gets the
 * channel, or becomes the channel's streamer whom nobody owned. A typed channel yields to proof; one
 * that another member proved stays theirs.
 */
export function claimStatements(
  ctx: Ctx,
  userId: UserId,
  claim: Claim,
  /** That the proof itself was written. */
  isProved: SQL = sql`true`,
): Statement[] {
  if (isTaken(claim, userId)) return []
  const { db, now } = ctx
  const own = ownStreamer(userId)
  const { platform, name, nameKey } = claim
  const channel = sql`platform = ${platform} and name_key = ${nameKey}`
  const owned = sql`exists (select 1 from streaming_accounts a join streamers s on s.id = a.streamer_id
    where a.platform = ${platform} and a.name_key = ${nameKey} and a.verified_at is not null
      and s.user_id = ${userId}) and ${isProved}`
  return [
    ...(claim.streamerId === null || claim.ownerId !== null
      ? []
      : [becomeOwner(ctx, userId, claim.streamerId, isProved)]),
    rows(
      db,
      sql`insert into streaming_accounts (streamer_id, platform, name, name_key, verified_at, created_at)
        select ${own}, ${platform}, ${name}, ${nameKey}, ${now}, ${now}
        where ${own} is not null and ${isProved}
        on conflict (platform, name_key) do update
          set streamer_id = excluded.streamer_id, verified_at = coalesce(verified_at, ${now})
          where verified_at is null or streamer_id in
            (select id from streamers where user_id is null or user_id = ${userId})`,
    ),
    // Typed by another member, while who proved it has no profile to put it in.
    rows(
      db,
      sql`delete from streaming_accounts where ${channel} and verified_at is null and ${own} is null
        and streamer_id in (select id from streamers where user_id is not null) and ${isProved}`,
    ),
    ...(claim.streamerId === null ? [] : mergeEmptied(ctx, userId, claim.streamerId)),
    ...earnXp(ctx, {
      userId,
      action: 'account_verified',
      subject: accountSubject(claim),
      when: owned,
    }),
  ]
}

/** As the ledger names a channel. */
export function accountSubject({ platform, nameKey }: Pick<Claim, 'platform' | 'nameKey'>): string {
  return `account:${platform}:${nameKey}`
}

function becomeOwner({ db }: Ctx, userId: UserId, streamerId: StreamerId, when: SQL): Statement {
  return rows(
    db,
    sql`update streamers set user_id = ${userId} where id = ${streamerId} and user_id is null
      and not exists (select 1 from streamers where user_id = ${userId}) and ${when}`,
  )
}

/** A streamer nobody owns, whose last channel went to the member, is the same person: their events and followers follow. */
function mergeEmptied({ db }: Ctx, userId: UserId, emptied: StreamerId): Statement[] {
  const own = ownStreamer(userId)
  const when = sql`exists (select 1 from streamers where id = ${emptied} and user_id is null)
    and not exists (select 1 from streaming_accounts where streamer_id = ${emptied})
    and ${own} is not null`
  return streamerMoves({ from: emptied, into: own, when }).map((move) => rows(db, move))
}

/** Has the edge forget the streamers that claims may have changed, and the member's own. */
export async function purgeClaimed(
  ctx: Ctx,
  claims: Claim[],
  own: StreamerId | undefined,
): Promise<void> {
  const ids = new Set([own, ...claims.map(({ streamerId }) => streamerId)])
  const changes = [...ids].flatMap((id) => (id ? [{ type: 'streamer' as const, id }] : []))
  if (changes.length > 0) await queuePurge(ctx, ...changes)
}
