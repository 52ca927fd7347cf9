import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { tellLevel } from './level-up.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Rule = { points: number; perHour?: number; perDay?: number }

/** What earns XP, and the most that one action gives in an hour and in 24 hours. */
export const xpRules = {
  proposal_approved: { points: 50, perDay: 500 },
  own_event_published: { points: 30, perDay: 150 },
  hype: { points: 5, perHour: 50, perDay: 150 },
  follow: { points: 3, perHour: 30, perDay: 90 },
  daily_visit: { points: 5 },
  onboarding_finished: { points: 20 },
  email_verified: { points: 20 },
  profile_completed: { points: 20 },
  account_verified: { points: 40, perDay: 120 },
  article_read: { points: 2, perDay: 20 },
} satisfies Record<string, Rule>
export type XpAction = keyof typeof xpRules

/** What moves trust (0 to 100, from 50). */
export const trustRules = {
  email_verified: 5,
  proposal_approved: 4,
  proposal_rejected: -6,
  proposal_rejected_as_spam: -20,
  own_event_cancelled: -10,
} satisfies Record<string, number>
export type TrustAction = keyof typeof trustRules

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

/**
 * The statements that earn the action's points and tell of a level reached with them. Repeating it
 * for the same subject writes nothing.
 */
export function earnXp(
  ctx: Ctx,
  fact: Fact<XpAction>,
): readonly [earned: Statement<Earned[]>, levelNotice: Statement] {
  return [writeEntry(ctx, fact), tellLevel(ctx, fact.userId)]
}

type Worth = Pick<Fact<XpAction>, 'userId' | 'action'> & {
  /** How many entries of this statement come first. */
  before?: SQL
}

/** What an entry gives: the rule's points, less what passes a cap. */
function worthOf({ now }: Ctx, { before, ...fact }: Worth) {
  const rule: Rule = xpRules[fact.action]
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
  const limits = sql.join([sql`${rule.points}`, ...caps.map(left)], sql`, `)
  const points = caps.length === 0 ? sql`${rule.points}` : sql`max(0, min(${limits}))`
  return { points, isDayCapped }
}

function writeEntry(ctx: Ctx, fact: Fact<XpAction>): Statement<Earned[]> {
  const { points, isDayCapped } = worthOf(ctx, fact)
  return rows(
    ctx.db,
    sql`insert into xp_entries (user_id, action, subject, is_reversal, round, points, at)
      select ${fact.userId}, ${fact.action}, ${fact.subject}, 0,
        ${roundOf(sql`xp_entries`, fact)}, ${points}, ${ctx.now}
      where ${fact.when ?? sql`true`} and ${fact.userId} is not null
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
): readonly [earned: Statement<Earned[]>, levelNotice: Statement] {
  const { points, isDayCapped } = worthOf(ctx, { ...fact, before: sql`nth - 1` })
  const standing = { ...fact, subject: sql`many.subject` }
  const earned = rows<Earned>(
    ctx.db,
    sql`insert into xp_entries (user_id, action, subject, is_reversal, round, points, at)
      select ${fact.userId}, ${fact.action}, subject, 0, round, ${points}, ${ctx.now}
      from (select subject, round, row_number() over (order by subject) as nth
        from (select subject, ${roundOf(sql`xp_entries`, standing)} as round
          from (${subjects}) many) fresh
        where not exists (select 1 from xp_entries x where x.user_id = ${fact.userId}
          and x.action = ${fact.action} and x.subject = fresh.subject and x.is_reversal = 0
          and x.round = fresh.round))
      where true on conflict do nothing returning points, ${isDayCapped} as isDayCapped`,
  )
  return [earned, tellLevel(ctx, fact.userId)]
}

/** Takes back what the standing entry gave, once per entry. */
export function reverseXp({ db, now }: Ctx, fact: Fact<XpAction>): Statement<{ points: number }[]> {
  return rows(
    db,
    sql`insert into xp_entries (user_id, action, subject, is_reversal, round, points, at)
      select user_id, action, subject, 1, round, -points, ${now} from xp_entries
      where user_id = ${fact.userId} and action = ${fact.action} and subject = ${fact.subject}
        and is_reversal = 0 and round = ${roundOf(sql`xp_entries`, fact)}
        and ${fact.when ?? sql`true`}
      on conflict do nothing returning points`,
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

/** Both derived figures of every member, made anew from the ledgers. */
export function recomputeProgress({ db }: Pick<Ctx, 'db'>): Statement[] {
  return [
    rows(
      db,
      sql`update users set total_xp =
        (select coalesce(sum(points), 0) from xp_entries where user_id = users.id)`,
    ),
    rows(
      db,
      sql`update users set trust = max(0, min(100, 50 +
        (select coalesce(sum(delta), 0) from trust_entries where user_id = users.id)))`,
    ),
  ]
}
