import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { factsOf } from './facts.ts'
import {
  correctionAction,
  xpRules,
  trustRules,
  type LedgerAction,
  type TrustAction,
  type XpAction,
  type XpRule,
} from './ledger-rules.ts'
import { announceLevel } from './level-up.ts'
import { traitsOf } from './traits.ts'
import { announceAchievements, unlockAchievements } from './unlocking.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Fact<Action> = {
  /** An id, or an expression that yields one. */
  userId: SQL | number
  action: Action
  /** What it was done to, for instance `event:12`. */
  subject: SQL | string
  /** Only write when this holds in the same transaction. */
  when?: SQL
}

function earnedSince(
  { userId, action }: Pick<Fact<XpAction>, 'userId' | 'action'>,
  since: number,
): SQL {
  return sql`(select coalesce(sum(points), 0) from xp_entries where user_id = ${userId}
    and action = ${action} and is_reversal = 0 and at > ${since})`
}

/** How often the fact was undone: the next entry's round. */
function roundOf(table: SQL, { userId, action, subject }: Fact<string>): SQL {
  return sql`(select count(*) from ${table} where user_id = ${userId} and action = ${action}
    and subject = ${subject} and is_reversal = 1)`
}

/** What an entry gave; nothing may be because of the day's cap, or else the hour's. */
export type Earned = { points: number; isDayCapped: number }

type Earning = readonly [
  earned: Statement<Earned[]>,
  level: Statement,
  unlocked: Statement,
  announced: Statement,
]

/**
 * The statements that earn the action's points, and the level and achievements that come with them.
 * Repeating it for the same subject writes nothing.
 */
export function earnXp(ctx: Ctx, fact: Fact<XpAction>): Earning {
  return [writeEntry(ctx, fact), ...rewardsOf(ctx, fact)]
}

function rewardsOf(ctx: Ctx, { userId, action }: Pick<Fact<LedgerAction>, 'userId' | 'action'>) {
  return [
    announceLevel(ctx, userId),
    unlockAchievements(ctx, { userId, action }),
    announceAchievements(ctx, userId),
  ] as const
}

/** A member whose gamification an administrator suspended earns nothing. */
function mayEarn(userId: SQL | number): SQL {
  return sql`exists (select 1 from users m where m.id = ${userId}
    and m.gamification_suspended_at is null)`
}

type Worth = Pick<Fact<XpAction>, 'userId' | 'action' | 'subject'> & {
  /** How many entries of this statement come first. */
  before?: SQL
}

/** What its subject gave and still gives: where a correction left less to take back, that is kept. */
function keptOf({ userId, action, subject }: Fact<XpAction>): SQL {
  return sql`(select coalesce(sum(points), 0) from xp_entries where user_id = ${userId}
    and action = ${action} and subject = ${subject})`
}

/** What an entry gives: the rule's points, less what was kept and what passes a cap. */
function worthOf({ now }: Ctx, { before, ...fact }: Worth) {
  const rule: XpRule = xpRules[fact.action]
  const isDayCapped = rule.perDay
    ? sql`${earnedSince(fact, now - dayMs)} >= ${rule.perDay}`
    : sql`0`
  const taken = before ? sql` - ${rule.points} * (${before})` : sql``
  const left = ([most, ms]: readonly [number, number]) =>
    sql`${most} - ${earnedSince(fact, now - ms)}${taken}`
  const caps = [
    ...(rule.perHour ? [[rule.perHour, hourMs] as const] : []),
    ...(rule.perDay ? [[rule.perDay, dayMs] as const] : []),
  ]
  const own = sql`${rule.points} - ${keptOf(fact)}`
  const limits = sql.join([own, ...caps.map(left)], sql`, `)
  const points = sql`max(0, ${caps.length === 0 ? own : sql`min(${limits})`})`
  return { points, isDayCapped }
}

function writeEntry(ctx: Ctx, fact: Fact<XpAction>): Statement<Earned[]> {
  const { points, isDayCapped } = worthOf(ctx, fact)
  return rows(
    ctx.db,
    sql`with act as materialized (select ${factsOf({ ...fact, at: ctx.now })} as facts)
      insert into xp_entries (user_id, action, subject, is_reversal, round, points, at, facts, traits)
      select ${fact.userId}, ${fact.action}, ${fact.subject}, 0,
        ${roundOf(sql`xp_entries`, fact)}, ${points}, ${ctx.now}, act.facts,
        ${traitsOf(fact.action, sql`act.facts`)}
      from act where ${fact.when ?? sql`true`} and ${mayEarn(fact.userId)}
      on conflict do nothing returning points, ${isDayCapped} as isDayCapped`,
  )
}

/**
 * As `earnXp` for one action on many subjects: `subjects` selects them as `subject`. Each entry finds
 * the caps as the ones before it left them.
 */
export function earnXpForEach(
  ctx: Ctx,
  { subjects, ...fact }: { userId: number; action: XpAction; subjects: SQL },
): Earning {
  const own = { ...fact, subject: sql`act.subject` }
  const { points, isDayCapped } = worthOf(ctx, { ...own, before: sql`nth - 1` })
  const standing = { ...fact, subject: sql`many.subject` }
  const earned = rows<Earned>(
    ctx.db,
    sql`with act as materialized (select subject, round, row_number() over (order by subject) as nth,
          ${factsOf({ ...fact, subject: sql`fresh.subject`, at: ctx.now })} as facts
        from (select subject, ${roundOf(sql`xp_entries`, standing)} as round
          from (${subjects}) many) fresh
        where not exists (select 1 from xp_entries x where x.user_id = ${fact.userId}
          and x.action = ${fact.action} and x.subject = fresh.subject and x.is_reversal = 0
          and x.round = fresh.round))
      insert into xp_entries (user_id, action, subject, is_reversal, round, points, at, facts, traits)
      select ${fact.userId}, ${fact.action}, act.subject, 0, act.round, ${points}, ${ctx.now},
        act.facts, ${traitsOf(fact.action, sql`act.facts`)}
      from act where ${mayEarn(fact.userId)} on conflict do nothing returning points, ${isDayCapped} as isDayCapped`,
  )
  return [earned, ...rewardsOf(ctx, fact)]
}

/**
 * Takes back what the standing entry gave, once per entry. Where a correction took some of it before,
 * no more than the member has: a total never falls below 0.
 */
export function reverseXp({ db, now }: Ctx, fact: Fact<XpAction>): Statement<{ points: number }[]> {
  return rows(
    db,
    sql`insert into xp_entries (user_id, action, subject, is_reversal, round, points, at)
      select user_id, action, subject, 1, round, -min(points, max(0, ${totalOf(sql`xp_entries.user_id`)})), ${now}
      from xp_entries
      where user_id = ${fact.userId} and action = ${fact.action} and subject = ${fact.subject}
        and is_reversal = 0 and round = ${roundOf(sql`xp_entries`, fact)}
        and ${fact.when ?? sql`true`}
      on conflict do nothing returning points`,
  )
}

function totalOf(userId: SQL | number): SQL {
  return sql`(select m.total_xp from users m where m.id = ${userId})`
}

export type Correction = { userId: number; points: number; reason: string; key: string }

const correctionSubject = (key: string) => `key:${key}`

/**
 * The entry of an administrator's correction, once per key, unless more were taken than the member
 * has; then what tells of a level that it brings.
 */
export function correctXp(ctx: Ctx, { userId, points, reason, key }: Correction) {
  const entry = rows(
    ctx.db,
    sql`insert into xp_entries (user_id, action, subject, points, reason, at)
      select ${userId}, ${correctionAction}, ${correctionSubject(key)}, ${points}, ${reason}, ${ctx.now}
      where ${points} > 0 or ${totalOf(userId)} + ${points} >= 0
      on conflict do nothing`,
  )
  return { entry, rewards: rewardsOf(ctx, { userId, action: correctionAction }) }
}

/** The correction that a key stands for. */
export function selectCorrection({ db }: Ctx, { userId, key }: Pick<Correction, 'userId' | 'key'>) {
  return rows<Pick<Correction, 'points' | 'reason'>>(
    db,
    sql`select points, reason from xp_entries where user_id = ${userId}
      and action = ${correctionAction} and subject = ${correctionSubject(key)} and is_reversal = 0`,
  )
}

export function addTrust({ db, now }: Ctx, fact: Fact<TrustAction>): Statement {
  return rows(
    db,
    sql`insert into trust_entries (user_id, action, subject, is_reversal, round, delta, at)
      select ${fact.userId}, ${fact.action}, ${fact.subject}, 0,
        ${roundOf(sql`trust_entries`, fact)}, ${trustRules[fact.action]}, ${now}
      where ${fact.when ?? sql`true`} and ${fact.userId} is not null
      on conflict do nothing`,
  )
}

export function reverseTrust({ db, now }: Ctx, fact: Fact<TrustAction>): Statement {
  return rows(
    db,
    sql`insert into trust_entries (user_id, action, subject, is_reversal, round, delta, at)
      select user_id, action, subject, 1, round, -delta, ${now} from trust_entries
      where user_id = ${fact.userId} and action = ${fact.action} and subject = ${fact.subject}
        and is_reversal = 0 and round = ${roundOf(sql`trust_entries`, fact)}
        and ${fact.when ?? sql`true`}
      on conflict do nothing`,
  )
}
