import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { a, s } from '#worker/db/aliases.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { booleanSql, nullable, notNullable, type RowOf } from '#worker/db/row.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, remove, update } from '#worker/db/writes.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { streamerMergeStatements } from './merge-streamers.ts'

/** The claimed channels, which need not be there yet. */
const c = alias(streamingAccounts, 'c')

const claimColumns = {
  platform: c.platform,
  name: c.name,
  nameKey: c.nameKey,
  streamerId: nullable(a.streamerId),
  ownerId: nullable(s.userId),
  isVerified: booleanSql(sql`${a.verifiedAt} is not null`),
}
export type Claim = RowOf<typeof claimColumns>

/** `channels` yields rows `platform, name, name_key`. */
export function selectClaims(channels: SQL): Statement<Claim[]> {
  return select(
    claimColumns,
    sql`from (${channels}) c
      left join ${a} on ${a.platform} = ${c.platform} and ${a.nameKey} = ${c.nameKey}
      left join ${s} on ${s.id} = ${a.streamerId}`,
  )
}

export const selectConnectedChannels = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    { platform: sql<Platform>`${identities.provider}`, name: notNullable(identities.name) },
    sql`from ${identities} where ${identities.userId} = ${userId}
      and ${identities.provider} in ('twitch', 'youtube') and ${identities.name} is not null`,
  ),
)

/** For `selectClaims`. SQLite folds the case of ASCII alone, so that no statement can make the key. */
export function toChannelRowsSql(channels: readonly { platform: Platform; name: string }[]): SQL {
  const channelRows = JSON.stringify(
    channels.map(({ platform, name }) => [platform, name, accountKey(name)]),
  )
  return sql`select value ->> 0 as platform, value ->> 1 as name, value ->> 2 as name_key
    from json_each(${channelRows})`
}

export function isChannelTaken(claim: Claim, userId: UserId): boolean {
  return claim.ownerId !== null && claim.ownerId !== userId && claim.isVerified
}

export function streamerIdOfUser(userId: UserId): SQL<StreamerId> {
  return sql<StreamerId>`(select ${streamers.id} from ${streamers}
    where ${streamers.userId} = ${userId})`
}

/** A typed channel yields to proof; one that another member proved stays theirs. */
export function claimChannel(
  ctx: Ctx,
  userId: UserId,
  claim: Claim,
  /** That the proof itself was written. */
  isProved: SQL = sql`true`,
): StatementSet {
  if (isChannelTaken(claim, userId)) return []
  const { now } = ctx
  const own = streamerIdOfUser(userId)
  const { platform, name, nameKey, streamerId } = claim
  const isOwned = sql`exists (select 1 from ${a} join ${s} on ${s.id} = ${a.streamerId}
    where ${a.platform} = ${platform} and ${a.nameKey} = ${nameKey} and ${a.verifiedAt} is not null
      and ${s.userId} = ${userId}) and ${isProved}`
  return inOrder([
    ...(streamerId === null || claim.ownerId !== null
      ? []
      : [setStreamerOwner(userId, streamerId, isProved)]),
    insert(
      streamingAccounts,
      { streamerId: own, platform, name, nameKey, verifiedAt: now, createdAt: now },
      {
        where: sql`${own} is not null and ${isProved}`,
        onConflict: sql`(platform, name_key) do update set ${buildSetSql(streamingAccounts, {
          streamerId: excluded(streamingAccounts.streamerId),
          verifiedAt: sql<number>`coalesce(${streamingAccounts.verifiedAt}, ${now})`,
        })} where ${streamingAccounts.verifiedAt} is null or ${streamingAccounts.streamerId} in
          (select ${s.id} from ${s} where ${s.userId} is null or ${s.userId} = ${userId})`,
      },
    ),
    // Typed by another member, while who proved it has no profile to put it in.
    remove(streamingAccounts, {
      where: sql`${streamingAccounts.platform} = ${platform}
        and ${streamingAccounts.nameKey} = ${nameKey} and ${streamingAccounts.verifiedAt} is null
        and ${own} is null and ${streamingAccounts.streamerId} in
          (select ${s.id} from ${s} where ${s.userId} is not null) and ${isProved}`,
    }),
    streamerId === null ? [] : mergeEmptiedStreamer(userId, streamerId),
    inOrder(earnXp(ctx, { ...verifiedAccountFact(userId, claim), when: isOwned })),
  ])
}

type AccountKey = Pick<Claim, 'platform' | 'nameKey'>

export function accountLedgerSubject({ platform, nameKey }: AccountKey): string {
  return `account:${platform}:${nameKey}`
}

/** For the ledger: its member earns for a verified channel once. */
export function verifiedAccountFact(userId: UserId | SQL, account: AccountKey) {
  return { userId, action: 'account_verified', subject: accountLedgerSubject(account) } as const
}

function setStreamerOwner(userId: UserId, streamerId: StreamerId, when: SQL): Statement {
  return update(
    streamers,
    { userId },
    {
      where: sql`${streamers.id} = ${streamerId} and ${streamers.userId} is null
        and not exists (select 1 from ${s} where ${s.userId} = ${userId}) and ${when}`,
    },
  )
}

/** A streamer nobody owns, whose last channel went to the member, is the same person. */
function mergeEmptiedStreamer(userId: UserId, emptied: StreamerId): StatementSet {
  const own = streamerIdOfUser(userId)
  const when = sql`exists (select 1 from ${s} where ${s.id} = ${emptied} and ${s.userId} is null)
    and not exists (select 1 from ${a} where ${a.streamerId} = ${emptied})
    and ${own} is not null`
  const { moves, removed } = streamerMergeStatements({ from: emptied, into: own, when })
  return inOrder([moves, removed])
}

export async function purgeClaimedStreamerCaches(
  ctx: Ctx,
  claims: Claim[],
  own: StreamerId | undefined,
): Promise<void> {
  const ids = new Set([own, ...claims.map(({ streamerId }) => streamerId)])
  const changes = [...ids].flatMap((id) => (id ? [{ type: 'streamer' as const, id }] : []))
  if (changes.length > 0) await queuePurge(ctx, ...changes)
}
