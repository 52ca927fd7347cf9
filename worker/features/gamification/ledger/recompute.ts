import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { batch, type ResultOf, type Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import {
  achievementHolderCounts,
  achievementProgress,
  leaderboardCounts,
  leaderboardEntries,
  trustEntries,
  unlockedAchievements,
  xpEntries,
} from '#worker/db/schema/gamification.ts'
import { createCommand, prepare, select, type Params } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import { isExpiredPeriod } from './periods.ts'
import { xpRules, type XpAction } from './ledger-rules.ts'
import { replayAchievements } from './replay.ts'
import { parseTraits, totalSubject } from './totals.ts'
import { raisedCountersJson } from './traits.ts'

type DbContext = Pick<Ctx, 'db'>

const membersPerPage = 500

const x = xpEntries

export function recomputeProgress({ now }: Pick<Ctx, 'now'>): Statement[] {
  const actions = Object.keys(xpRules) as XpAction[]
  const counted = sql`${x.isReversal} = 0 and ${x.round} = 0`
  const earned = sql<number>`(select coalesce(sum(${x.points}), 0) from ${x}
    where ${x.userId} = ${users.id})`
  const isOfTotal = sql`${x.subject} = ${totalSubject}`
  const counter = sql<string>`iif(${isOfTotal}, t.key, t.value)`
  const trust = sql<number>`max(0, min(100, 50 + (select coalesce(sum(${trustEntries.delta}), 0)
    from ${trustEntries} where ${trustEntries.userId} = ${users.id})))`
  return [
    update(users, { totalXp: earned, trust }, { where: sql`true` }),
    ...actions.map((action) =>
      update(
        x,
        { traits: raisedCountersJson(action, sql`${x.facts}`) },
        {
          where: sql`${x.action} = ${action} and ${counted} and ${x.subject} <> ${totalSubject}`,
        },
      ),
    ),
    createCommand(sql`delete from ${achievementProgress}`),
    insert(
      achievementProgress,
      { userId: x.userId, counter, value: sql<number>`sum(iif(${isOfTotal}, t.value, 1))` },
      {
        from: sql`${x}, json_each(${x.traits}) t`,
        where: sql`${counted} group by ${x.userId}, ${counter}`,
      },
    ),
    createCommand(sql`delete from ${leaderboardEntries}`),
    createCommand(sql`delete from ${leaderboardCounts}`),
    insert(
      leaderboardEntries,
      {
        period: sql<string>`p.value`,
        userId: x.userId,
        xp: sql<number>`sum(${x.points})`,
        isShown: sql<boolean>`${users.isListed}`,
      },
      {
        from: sql`${x} join ${users} on ${users.id} = ${x.userId}, json_each(json_array('all',
          'month-' || strftime('%Y-%m', ${x.at} / 1000, 'unixepoch'),
          'week-' || date(${x.at} / 1000, 'unixepoch', '-6 days', 'weekday 1'))) p`,
        where: sql`${x.points} <> 0 and not ${isExpiredPeriod(sql`p.value`, now)}
          group by p.value, ${x.userId}`,
      },
    ),
  ]
}

export function recomputeHolderCounts(): Statement[] {
  const { achievement } = unlockedAchievements
  const holders = sql<number>`count(*)`
  return [
    createCommand(sql`delete from ${achievementHolderCounts}`),
    insert(
      achievementHolderCounts,
      { achievement, holders },
      { from: sql`${unlockedAchievements}`, where: sql`true group by ${achievement}` },
    ),
    insert(
      achievementHolderCounts,
      { achievement: sql<string>`'members'`, holders },
      { from: sql`${users}` },
    ),
  ]
}

type MemberPageCursor = { after: number }

const selectMembers = prepare(({ after }: Params<MemberPageCursor>) =>
  select(
    { id: users.id },
    sql`from ${users} where ${users.id} > ${after} order by ${users.id} limit ${membersPerPage}`,
  ),
)

const selectEntries = prepare(({ after }: Params<MemberPageCursor>) =>
  select(
    {
      userId: x.userId,
      points: x.points,
      isReversal: x.isReversal,
      round: x.round,
      at: x.at,
      traits: x.traits,
    },
    sql`from ${x} where ${x.userId} in (select ${users.id} from ${users}
        where ${users.id} > ${after} order by ${users.id} limit ${membersPerPage})
      order by ${x.userId}, ${x.id}`,
  ),
)
type XpEntryRow = ResultOf<ReturnType<typeof selectEntries>>[number]

function listEarnedAchievements(userId: UserId, entries: readonly XpEntryRow[]) {
  const lived = entries.map((entry) => ({ ...entry, traits: parseTraits(entry.traits) }))
  return [...replayAchievements(lived)].map(([achievement, at]) => ({ userId, achievement, at }))
}

/** Dated when members fulfilled them. Removes nothing, notifies nobody. Returns the number added. */
export async function unlockMissingAchievements(
  { db }: DbContext,
  onPage: (members: number) => void = () => undefined,
): Promise<number> {
  let missing = 0
  let after = 0
  for (;;) {
    const { members, entries } = await batch(db, 'read', {
      members: selectMembers({ after }),
      entries: selectEntries({ after }),
    })
    const byMember = Map.groupBy(entries, ({ userId }) => userId)
    const unlocks = [...byMember].flatMap(([userId, own]) => listEarnedAchievements(userId, own))
    const at = sql<number>`value ->> 'at'`
    const { added } = await batch(db, 'write', {
      added: insert(
        unlockedAchievements,
        {
          userId: sql<UserId>`value ->> 'userId'`,
          achievement: sql<string>`value ->> 'achievement'`,
          unlockedAt: at,
          seenAt: at,
        },
        {
          from: sql`json_each(${JSON.stringify(unlocks)})`,
          onConflict: sql`do nothing`,
          returning: { userId: unlockedAchievements.userId },
        },
      ),
    })
    missing += added.length
    onPage(members.length)
    after = members.at(-1)?.id ?? after
    if (members.length < membersPerPage) return missing
  }
}
