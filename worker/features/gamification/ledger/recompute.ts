import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { batch, rows, type Statement } from '#worker/db/client.ts'
import { isOld } from './old-periods.ts'
import { xpRules, type XpAction } from './ledger-rules.ts'
import { replay } from './replay.ts'
import { traitsOf } from './traits.ts'

type Db = Pick<Ctx, 'db'>

/** How many members' entries are read at a time. */
const membersPerPage = 500

/** Totals, progress and leaderboard of every member, made anew from the ledgers. */
export function recomputeProgress({ db, now }: Pick<Ctx, 'db' | 'now'>): Statement[] {
  const actions = Object.keys(xpRules) as XpAction[]
  const counted = sql`e.is_reversal = 0 and e.round = 0`
  return [
    sql`update users set total_xp =
      (select coalesce(sum(points), 0) from xp_entries where user_id = users.id)`,
    sql`update users set trust = max(0, min(100, 50 +
      (select coalesce(sum(delta), 0) from trust_entries where user_id = users.id)))`,
    ...actions.map(
      (action) => sql`update xp_entries set traits = ${traitsOf(action, sql`facts`)}
        where action = ${action} and is_reversal = 0 and round = 0`,
    ),
    sql`delete from achievement_progress`,
    sql`insert into achievement_progress (user_id, counter, value)
      select e.user_id, t.value, count(*) from xp_entries e, json_each(e.traits) t
      where ${counted} group by e.user_id, t.value`,
    sql`delete from leaderboard_entries`,
    sql`delete from leaderboard_counts`,
    sql`insert into leaderboard_entries (period, user_id, xp, is_shown)
      select p.value, e.user_id, sum(e.points), u.is_ranked
      from xp_entries e join users u on u.id = e.user_id, json_each(json_array('all',
        'month-' || strftime('%Y-%m', e.at / 1000, 'unixepoch'),
        'week-' || date(e.at / 1000, 'unixepoch', '-6 days', 'weekday 1'))) p
      where e.points <> 0 and not ${isOld(sql`p.value`, now)} group by p.value, e.user_id`,
  ].map((statement) => rows(db, statement))
}

/** Of each achievement how many hold it, counted. */
export function recomputeHolders({ db }: Db): Statement[] {
  return [
    sql`delete from achievement_holders`,
    sql`insert into achievement_holders (achievement, holders)
      select achievement, count(*) from unlocked_achievements group by achievement`,
    sql`insert into achievement_holders (achievement, holders) select 'members', count(*) from users`,
  ].map((statement) => rows(db, statement))
}

type EntryRow = {
  userId: number
  points: number
  isReversal: number
  round: number
  at: number
  traits: string
}

function selectEntries({ db }: Db, after: number) {
  return rows<EntryRow>(
    db,
    sql`select user_id as userId, points, is_reversal as isReversal, round, at, traits
      from xp_entries where user_id in
        (select id from users where id > ${after} order by id limit ${membersPerPage})
      order by user_id, id`,
  )
}

function missingOf(userId: number, entries: readonly EntryRow[]) {
  const lived = entries.map(({ isReversal, traits, ...entry }) => ({
    ...entry,
    isReversal: Boolean(isReversal),
    traits: JSON.parse(traits) as string[],
  }))
  return [...replay(lived)].map(([achievement, at]) => ({ userId, achievement, at }))
}

/**
 * Adds what members fulfilled and do not hold, dated when they did; takes nothing away. Nobody is
 * notified. Answers how many were missing.
 */
export async function unlockMissing({ db }: Db): Promise<number> {
  let missing = 0
  let after = 0
  for (;;) {
    const [members, entries] = await batch(db, 'read', [
      rows<{ id: number }>(
        db,
        sql`select id from users where id > ${after} order by id limit ${membersPerPage}`,
      ),
      selectEntries({ db }, after),
    ])
    const byMember = Map.groupBy(entries, ({ userId }) => userId)
    const unlocks = [...byMember].flatMap(([userId, own]) => missingOf(userId, own))
    const [added] = await batch(db, 'write', [
      rows(
        db,
        sql`insert into unlocked_achievements (user_id, achievement, unlocked_at, seen_at)
          select value ->> 'userId', value ->> 'achievement', value ->> 'at', value ->> 'at'
          from json_each(${JSON.stringify(unlocks)}) where true
          on conflict do nothing returning user_id`,
      ),
    ])
    missing += added.length
    after = members.at(-1)?.id ?? after
    if (members.length < membersPerPage) return missing
  }
}
