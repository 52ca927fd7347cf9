import { sql, type Column, type SQL } from 'drizzle-orm'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import {
  gameFollows,
  games,
  mergeRedirects,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { assignments, excluded, insert, remove, update } from '#worker/db/writes.ts'
import type { CampaignAudience } from '#worker/features/notifications/campaigns/contract.ts'

export type Merge<Id> = {
  from: SQL<Id> | Id
  into: SQL<Id> | Id
  /** Asked anew by every statement. */
  when: SQL
}

type Follows = typeof gameFollows | typeof streamerFollows

/** What can be merged: each has followers, and an address that goes on leading to it. */
type Mergeable<Id> = {
  kind: 'game' | 'streamer'
  table: typeof games | typeof streamers
  /** As addresses name it. */
  address: SQL<string>
  follows: Follows
  followedId: Column
  moveFollows: (merge: Merge<Id>) => Statement
}

function keptOf({ userId, isNotified, createdAt }: Follows) {
  return { userId, isNotified, createdAt }
}

/** A follower of both follows once, with notifications if either follow had them. */
function joined(follows: Follows): SQL {
  return assignments(follows, {
    isNotified: sql<boolean>`max(${follows.isNotified}, ${excluded(follows.isNotified)})`,
    createdAt: sql<number>`min(${follows.createdAt}, ${excluded(follows.createdAt)})`,
  })
}

export const mergeableGame: Mergeable<GameId> = {
  kind: 'game',
  table: games,
  address: sql<string>`${games.slug}`,
  follows: gameFollows,
  followedId: gameFollows.gameId,
  moveFollows: ({ from, into, when }) =>
    insert(
      gameFollows,
      { gameId: into, ...keptOf(gameFollows) },
      {
        from: sql`${gameFollows}`,
        where: sql`${gameFollows.gameId} = ${from} and ${when}`,
        onConflict: sql`(game_id, user_id) do update set ${joined(gameFollows)}`,
      },
    ),
}

export const mergeableStreamer: Mergeable<StreamerId> = {
  kind: 'streamer',
  table: streamers,
  address: sql<string>`cast(${streamers.id} as text)`,
  follows: streamerFollows,
  followedId: streamerFollows.streamerId,
  moveFollows: ({ from, into, when }) =>
    insert(
      streamerFollows,
      { streamerId: into, ...keptOf(streamerFollows) },
      {
        from: sql`${streamerFollows}`,
        where: sql`${streamerFollows.streamerId} = ${from} and ${when}`,
        onConflict: sql`(streamer_id, user_id) do update set ${joined(streamerFollows)}`,
      },
    ),
}

/** Campaign audiences name the one that stays instead, once. */
function moveAudiences<Id>({ kind }: Mergeable<Id>, { from, into, when }: Merge<Id>): Statement {
  const path = sql.raw(`'$.${kind}_ids'`)
  // Numbers come as floats, and JSON has no column that makes whole ones of them.
  const moved = sql`select json_group_array(distinct iif(value = ${from}, cast(${into} as integer), value))
    from json_each(${campaigns.audience}, ${path})`
  return update(
    campaigns,
    {
      audience: sql<CampaignAudience>`json_set(${campaigns.audience}, ${path}, json((${moved})))`,
    },
    {
      where: sql`${from} in (select value from json_each(${campaigns.audience}, ${path})) and ${when}`,
    },
  )
}

/** Of who follows what goes: what that earned is taken back with the follow of the one that stays. */
function moveEarnings<Id>(
  { kind, follows, followedId }: Mergeable<Id>,
  { from, into, when }: Merge<Id>,
): Statement {
  const subjectOf = (id: SQL<Id> | Id) => sql<string>`${`${kind}:`} || cast(${id} as integer)`
  return update(
    xpEntries,
    { subject: subjectOf(into) },
    {
      or: 'ignore',
      where: sql`${xpEntries.userId} in
          (select ${follows.userId} from ${follows} where ${followedId} = ${from})
        and ${xpEntries.action} = 'follow' and ${xpEntries.subject} = ${subjectOf(from)} and ${when}`,
    },
  )
}

/** All that moves, and last the end of the one that goes. */
export type MergeStatements = { moves: StatementSet; removed: Statement }

/**
 * Followers, audiences and addresses go to the one that stays, and last the other goes; what games or
 * streamers alone have moves before.
 */
export function mergeKindIndependentRows<Id extends number>(
  mergeable: Mergeable<Id>,
  merge: Merge<Id>,
): MergeStatements {
  const { kind, table, address, follows, followedId, moveFollows } = mergeable
  const { from, into, when } = merge
  return {
    moves: inOrder([
      moveEarnings(mergeable, merge),
      moveFollows(merge),
      remove(follows, { where: sql`${followedId} = ${from} and ${when}` }),
      moveAudiences(mergeable, merge),
      update(
        mergeRedirects,
        { intoId: into },
        {
          where: sql`${mergeRedirects.kind} = ${kind} and ${mergeRedirects.intoId} = ${from}
            and ${when}`,
        },
      ),
      insert(
        mergeRedirects,
        { kind, address, intoId: into },
        {
          from: sql`${table}`,
          where: sql`${table.id} = ${from} and ${when}`,
          onConflict: sql`(kind, address) do update set ${assignments(mergeRedirects, {
            intoId: excluded(mergeRedirects.intoId),
          })}`,
        },
      ),
    ]),
    removed: remove(table, { where: sql`${table.id} = ${from} and ${when}` }),
  }
}

/** The addresses that led to what is gone lead nowhere. */
export function deleteRedirects<Id extends number>(
  { kind, table }: Mergeable<Id>,
  id: Id,
): Statement {
  return remove(mergeRedirects, {
    where: sql`${mergeRedirects.kind} = ${kind} and ${mergeRedirects.intoId} = ${id}
      and not exists (select 1 from ${table} where ${table.id} = ${id})`,
  })
}
