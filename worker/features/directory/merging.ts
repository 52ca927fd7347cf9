import { sql, type SQL } from 'drizzle-orm'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { followables, insertFollows } from '#worker/db/followables.ts'
import { games, mergeRedirects, streamers } from '#worker/db/schema/directory.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { buildSetSql, excluded, insert, remove, update } from '#worker/db/writes.ts'
import type { CampaignAudience } from '#worker/features/notifications/campaigns/contract.ts'

export type Merge<Id> = {
  from: SQL<Id> | Id
  into: SQL<Id> | Id
  /** Asked anew by every statement. */
  when: SQL
}

type FollowableTables = (typeof followables)['game' | 'streamer']

type MergeableTables<Id> = FollowableTables & {
  kind: 'game' | 'streamer'
  followedId: { readonly _: { readonly data: Id } }
  address: SQL<string>
}

export const mergeableGame: MergeableTables<GameId> = {
  ...followables.game,
  kind: 'game',
  address: sql<string>`${games.slug}`,
}

export const mergeableStreamer: MergeableTables<StreamerId> = {
  ...followables.streamer,
  kind: 'streamer',
  address: sql<string>`cast(${streamers.id} as text)`,
}

/** A follower of both follows once, with notifications if either follow had them. */
function moveFollows<Id extends number>(
  mergeable: MergeableTables<Id>,
  { from, into, when }: Merge<Id>,
): Statement {
  const { follows, followedId } = mergeable
  const { userId, isNotified, createdAt } = follows
  const joined = buildSetSql(follows, {
    isNotified: sql<boolean>`max(${isNotified}, ${excluded(isNotified)})`,
    createdAt: sql<number>`min(${createdAt}, ${excluded(createdAt)})`,
  })
  return insertFollows(
    mergeable,
    into,
    { userId, isNotified, createdAt },
    {
      from: sql`${follows}`,
      where: sql`${followedId} = ${from} and ${when}`,
      onConflict: sql`(${sql.raw(followedId.name)}, user_id) do update set ${joined}`,
    },
  )
}

function moveCampaignAudiences<Id>(
  { kind }: MergeableTables<Id>,
  { from, into, when }: Merge<Id>,
): Statement {
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

/** Earned XP moves too: unfollowing the one that stays takes it back. */
function moveXpEntries<Id>(
  { kind, follows, followedId }: MergeableTables<Id>,
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

export type MergeStatements = { moves: StatementSet; removed: Statement }

/** `removed` comes last: what only games or only streamers have moves before it. */
export function buildCommonMergeStatements<Id extends number>(
  mergeable: MergeableTables<Id>,
  merge: Merge<Id>,
): MergeStatements {
  const { kind, table, address, follows, followedId } = mergeable
  const { from, into, when } = merge
  return {
    moves: inOrder([
      moveXpEntries(mergeable, merge),
      moveFollows(mergeable, merge),
      remove(follows, { where: sql`${followedId} = ${from} and ${when}` }),
      moveCampaignAudiences(mergeable, merge),
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
          onConflict: sql`(kind, address) do update set ${buildSetSql(mergeRedirects, {
            intoId: excluded(mergeRedirects.intoId),
          })}`,
        },
      ),
    ]),
    removed: remove(table, { where: sql`${table.id} = ${from} and ${when}` }),
  }
}

export function deleteRedirects<Id extends number>(
  { kind, table }: MergeableTables<Id>,
  id: Id,
): Statement {
  return remove(mergeRedirects, {
    where: sql`${mergeRedirects.kind} = ${kind} and ${mergeRedirects.intoId} = ${id}
      and not exists (select 1 from ${table} where ${table.id} = ${id})`,
  })
}
