import { sql, type SQL } from 'drizzle-orm'
import { u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import {
  achievementProgress,
  unlockedAchievements,
  xpEntries,
} from '#worker/db/schema/gamification.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import {
  achievementIds,
  achievements,
  type AchievementId,
  type AchievementRule,
} from './achievement-catalogue.ts'
import { correctionAction, type LedgerAction } from './ledger-rules.ts'
import { levelThresholds } from './levels.ts'
import { counterPrefixes } from './traits.ts'

/** A rule as JSON: its counters are the range `first` to `last`. */
type AchievementCondition = {
  id: AchievementId
  kind: AchievementRule['kind']
  first: string
  last: string
  threshold: number
}

/** A colon ends the name of a counter, a hyphen that of a season; these sort right after them. */
const afterColon = ';'
const afterHyphen = '.'

function findCounterRange(rule: AchievementRule): Pick<AchievementCondition, 'first' | 'last'> {
  switch (rule.kind) {
    case 'count': {
      const counter = rule.value === undefined ? rule.counter : `${rule.counter}:${rule.value}`
      return { first: counter, last: counter }
    }
    case 'variety':
      return { first: `${rule.counter}:`, last: `${rule.counter}${afterColon}` }
    case 'season': {
      const season = `${rule.counter}:${rule.season}`
      return { first: `${season}-`, last: `${season}${afterHyphen}` }
    }
    case 'level':
      return { first: '', last: '' }
  }
}

function toAchievementCondition(id: AchievementId): AchievementCondition {
  const rule: AchievementRule = achievements[id].rule
  const threshold =
    rule.kind === 'level' ? (levelThresholds[rule.threshold - 2] ?? 0) : rule.threshold
  return { id, kind: rule.kind, ...findCounterRange(rule), threshold }
}

export const achievementConditions: readonly AchievementCondition[] =
  achievementIds.map(toAchievementCondition)

function isConditionRaisedBy(action: LedgerAction, { kind, first }: AchievementCondition): boolean {
  if (kind === 'level') return true
  return action !== correctionAction && first.split(/[.:]/)[0] === counterPrefixes[action]
}

const own = sql`from ${achievementProgress} where ${achievementProgress.userId} = ${u.id}
  and ${achievementProgress.counter} between r.value ->> 'first' and r.value ->> 'last'`

/** Condition progress of member `u` for the condition `r`, a row of `json_each`. */
export const conditionProgress = sql<number>`case r.value ->> 'kind'
  when 'level' then ${u.totalXp}
  when 'variety' then (select count(*) ${own})
  else coalesce((select max(${achievementProgress.value}) ${own}), 0) end`
export const conditionAchievementId = sql<AchievementId>`r.value ->> 'id'`

export function unlockAchievementsForMembers(
  { now }: { now: number | SQL<number> },
  among: readonly AchievementCondition[],
  members: SQL,
): Statement {
  return insert(
    unlockedAchievements,
    { userId: u.id, achievement: conditionAchievementId, unlockedAt: now },
    {
      from: sql`${u} join json_each(${JSON.stringify(among)}) r`,
      where: sql`${u.id} in (${members}) and not exists (select 1 from ${unlockedAchievements}
          where ${unlockedAchievements.userId} = ${u.id}
            and ${unlockedAchievements.achievement} = ${conditionAchievementId})
        and ${conditionProgress} >= r.value ->> 'threshold'`,
      onConflict: sql`do nothing`,
    },
  )
}

export function unlockAchievements(
  ctx: { now: number | SQL<number> },
  { userId, action }: { userId: SQL | number; action: LedgerAction },
): Statement {
  const among = achievementConditions.filter((condition) => isConditionRaisedBy(action, condition))
  return unlockAchievementsForMembers(ctx, among, sql`select ${userId}`)
}

const x = alias(unlockedAchievements, 'x')

export function notifyAchievements(
  { now }: { now: number | SQL<number> },
  userId: SQL | number,
): Statement {
  return insertNotificationDeliveries(
    { now },
    {
      kind: 'achievement',
      key: sql`'achievement:' || ${x.achievement}`,
      users: sql`select ${userId}`,
      each: sql`${x} on ${x.userId} = ${u.id} and ${x.unlockedAt} = ${now}`,
      only: sql`${u.isGamified} = 1`,
      payload: sql`json_object('achievement', ${x.achievement})`,
    },
  )
}

const thresholds = JSON.stringify(levelThresholds)

/** Once per level for ever. The minute job takes channels beside the bell from the outbox. */
export function notifyLevelUp(
  { now }: { now: number | SQL<number> },
  userId: SQL | number,
): Statement {
  const earnedNow = sql`(select coalesce(sum(${xpEntries.points}), 0)
    from ${xpEntries} indexed by xp_entries_at
    where ${xpEntries.at} = ${now} and ${xpEntries.userId} = ${u.id})`
  const level = sql`(select count(*) + 1 from json_each(${thresholds}) where value <= ${u.totalXp})`
  return insertNotificationDeliveries(
    { now },
    {
      kind: 'level_up',
      key: sql`'level_up:' || ${level}`,
      users: sql`select ${userId}`,
      only: sql`${u.isGamified} = 1 and exists (select 1 from json_each(${thresholds})
      where value <= ${u.totalXp} and value > ${u.totalXp} - ${earnedNow})`,
      payload: sql`json_object('level', ${level})`,
    },
  )
}
