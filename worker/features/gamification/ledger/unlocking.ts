import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { notify } from '#worker/features/outbox/outbox.ts'
import {
  achievementIds,
  achievements,
  type AchievementId,
  type Rule,
} from './achievement-catalogue.ts'
import { correctionAction, type LedgerAction } from './ledger-rules.ts'
import { levelThresholds } from './levels.ts'
import { countersOf } from './traits.ts'

/** A rule as the database reads it: `first` to `last` are the counters that it looks at. */
type Condition = {
  id: AchievementId
  kind: Rule['kind']
  first: string
  last: string
  threshold: number
}

/** A colon ends the name of a counter, a hyphen that of a season; what follows them sorts before these. */
const afterColon = ';'
const afterHyphen = '.'

function rangeOf(rule: Rule): Pick<Condition, 'first' | 'last'> {
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

function conditionOf(id: AchievementId): Condition {
  const rule: Rule = achievements[id].rule
  const threshold =
    rule.kind === 'level' ? (levelThresholds[rule.threshold - 2] ?? 0) : rule.threshold
  return { id, kind: rule.kind, ...rangeOf(rule), threshold }
}

export const conditions: readonly Condition[] = achievementIds.map(conditionOf)

function isRaisedBy(action: LedgerAction, { kind, first }: Condition): boolean {
  if (kind === 'level') return true
  return action !== correctionAction && first.split(/[.:]/)[0] === countersOf[action]
}

/** How far the person `u` is with the condition `r`, a row of `json_each`. */
export const progress = sql`case r.value ->> 'kind'
  when 'level' then u.total_xp
  when 'variety' then (select count(*) from achievement_progress p where p.user_id = u.id
    and p.counter between r.value ->> 'first' and r.value ->> 'last')
  else coalesce((select max(p.value) from achievement_progress p where p.user_id = u.id
    and p.counter between r.value ->> 'first' and r.value ->> 'last'), 0) end`

/** Gives the people `u` in `users` what they fulfil and do not hold yet. */
export function unlockWhere(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  among: readonly Condition[],
  users: SQL,
): Statement {
  return rows(
    db,
    sql`insert into unlocked_achievements (user_id, achievement, unlocked_at)
      select u.id, r.value ->> 'id', ${now}
      from users u join json_each(${JSON.stringify(among)}) r
      where u.id in (${users})
        and not exists (select 1 from unlocked_achievements x
          where x.user_id = u.id and x.achievement = r.value ->> 'id')
        and ${progress} >= r.value ->> 'threshold'
      on conflict do nothing`,
  )
}

/** The statement that unlocks what an action may have been the last step of. */
export function unlockAchievements(
  ctx: Ctx,
  { userId, action }: { userId: SQL | number; action: LedgerAction },
): Statement {
  const among = conditions.filter((condition) => isRaisedBy(action, condition))
  return unlockWhere(ctx, among, sql`select ${userId}`)
}

/** The statement that tells a member of what this instant unlocked. */
export function announceAchievements(ctx: Ctx, userId: SQL | number): Statement {
  return notify(ctx, {
    kind: 'achievement',
    key: sql`'achievement:' || x.achievement`,
    users: sql`select ${userId}`,
    each: sql`unlocked_achievements x on x.user_id = u.id and x.unlocked_at = ${ctx.now}`,
    only: sql`u.is_gamified = 1`,
    eventId: sql`null`,
    payload: sql`json_object('achievement', x.achievement)`,
    deadlineAt: null,
  })
}
