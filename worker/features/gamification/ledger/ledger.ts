import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { trustEntries, xpEntries } from '#worker/db/schema/gamification.ts'
import { prepare, preparePerShape, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'
import { entryFactsJson, ledgerTimesAt, type LedgerTimes } from './facts.ts'
import {
  xpRules,
  trustRules,
  type LedgerAction,
  type TrustAction,
  type XpAction,
  type XpRule,
} from './ledger-rules.ts'
import { raisedCountersJson } from './traits.ts'
import { notifyAchievements, notifyLevelUp, unlockAchievements } from './unlocking.ts'

type LedgerFact<Action> = {
  userId: SQL | UserId
  action: Action
  /** For instance `event:12`. */
  subject: SQL | string
  when?: SQL
}

type LedgerTable = typeof xpEntries | typeof trustEntries

const x = alias(xpEntries, 'x')
const undoneXp = alias(xpEntries, 'undone')
const undoneTrust = alias(trustEntries, 'undone')

function sumEarnedSince(
  { userId, action }: Pick<LedgerFact<XpAction>, 'userId' | 'action'>,
  since: number | SQL,
): SQL {
  return sql`(select coalesce(sum(${x.points}), 0) from ${x} where ${x.userId} = ${userId}
    and ${x.action} = ${action} and ${x.isReversal} = 0 and ${x.at} > ${since})`
}

function countReversals(
  ledger: LedgerTable,
  { userId, action, subject }: LedgerFact<string>,
): SQL<number> {
  const undone = ledger === xpEntries ? undoneXp : undoneTrust
  return sql<number>`(select count(*) from ${undone} where ${undone.userId} = ${userId}
    and ${undone.action} = ${action} and ${undone.subject} = ${subject}
    and ${undone.isReversal} = 1)`
}

/** `points` may be 0 because of a cap: the day's, otherwise the hour's. */
export type EarnedXp = { points: number; isDayCapped: boolean }

type EarnXpStatements = readonly [earned: Statement<EarnedXp[]>, rewards: StatementSet]

/** With level and achievements. Repeating it for the same subject writes nothing. */
export function earnXp(ctx: Ctx, fact: LedgerFact<XpAction>): EarnXpStatements {
  return [insertXpEntry(ledgerTimesAt(ctx.now), fact), grantRewards(ctx, fact)]
}

type MemberEntry = { userId: UserId; subject: string; id: number }

/** An entry of `earnXp`, written once: `when` reads the member and the id of the subject. */
export function prepareXpEntry(
  action: XpAction,
  when: (values: Params<MemberEntry>) => SQL,
): (ctx: Pick<Ctx, 'now'>, values: MemberEntry) => Statement<EarnedXp[]> {
  const entry = prepare((values: Params<MemberEntry & ReturnType<typeof ledgerTimesAt>>) => {
    const { userId, subject } = values
    return insertXpEntry(values, { userId, action, subject, when: when(values) })
  })
  return ({ now }, values) => entry({ ...values, ...ledgerTimesAt(now) })
}

type MemberAtTime = { userId: UserId; now: number }

const preparedRewards = {
  level: prepare(({ userId, now }: Params<MemberAtTime>) => notifyLevelUp({ now }, userId)),
  unlocked: preparePerShape((action: LedgerAction, { userId, now }: Params<MemberAtTime>) =>
    unlockAchievements({ now }, { userId, action }),
  ),
  announced: prepare(({ userId, now }: Params<MemberAtTime>) =>
    notifyAchievements({ now }, userId),
  ),
}

export function grantRewards(
  { now }: Pick<Ctx, 'now'>,
  { userId, action }: Pick<LedgerFact<LedgerAction>, 'userId' | 'action'>,
) {
  if (typeof userId === 'number') {
    const { level, unlocked, announced } = preparedRewards
    const member = { userId, now }
    return inOrder([level(member), unlocked(action)(member), announced(member)])
  }
  return inOrder([
    notifyLevelUp({ now }, userId),
    unlockAchievements({ now }, { userId, action }),
    notifyAchievements({ now }, userId),
  ])
}

const m = alias(users, 'm')

/** False while an administrator has suspended the member's earning. */
function mayEarnXp(userId: SQL | UserId): SQL {
  return sql`exists (select 1 from ${m} where ${m.id} = ${userId}
    and ${m.gamificationSuspendedAt} is null)`
}

type EntryToScore = Pick<LedgerFact<XpAction>, 'userId' | 'action' | 'subject'> & {
  /** Entries of the same statement that precede this one. */
  before?: SQL
}

/** Points that the subject's entry still gives after a correction limited its reversal. */
function sumKeptPoints({ userId, action, subject }: LedgerFact<XpAction>): SQL {
  return sql`(select coalesce(sum(${x.points}), 0) from ${x} where ${x.userId} = ${userId}
    and ${x.action} = ${action} and ${x.subject} = ${subject})`
}

function computeEntryPoints({ hourAgo, dayAgo }: LedgerTimes, { before, ...fact }: EntryToScore) {
  const rule: XpRule = xpRules[fact.action]
  const isDayCapped = rule.perDay ? sql`${sumEarnedSince(fact, dayAgo)} >= ${rule.perDay}` : sql`0`
  const taken = before ? sql` - ${rule.points} * (${before})` : sql``
  const left = ([most, since]: readonly [number, number | SQL]) =>
    sql`${most} - ${sumEarnedSince(fact, since)}${taken}`
  const caps = [
    ...(rule.perHour ? [[rule.perHour, hourAgo] as const] : []),
    ...(rule.perDay ? [[rule.perDay, dayAgo] as const] : []),
  ]
  const own = sql`${rule.points} - ${sumKeptPoints(fact)}`
  const limits = sql.join([own, ...caps.map(left)], sql`, `)
  const points = sql<number>`max(0, ${caps.length === 0 ? own : sql`min(${limits})`})`
  const returning = { points: xpEntries.points, isDayCapped: booleanSql(isDayCapped) }
  return { points, returning }
}

const traits = new Map<XpAction, SQL<string>>()

/** Shared by all entries of an action, because it is long. */
function getActionTraits(action: XpAction): SQL<string> {
  const traitsSql = traits.get(action) ?? raisedCountersJson(action, sql`act.facts`)
  traits.set(action, traitsSql)
  return traitsSql
}

function insertXpEntry(moment: LedgerTimes, fact: LedgerFact<XpAction>): Statement<EarnedXp[]> {
  const { points, returning } = computeEntryPoints(moment, fact)
  return insert(
    xpEntries,
    {
      ...toEntryColumns(fact),
      round: countReversals(xpEntries, fact),
      points,
      at: moment.now,
      facts: sql<string>`act.facts`,
      traits: getActionTraits(fact.action),
    },
    {
      with: sql`act as materialized (select ${entryFactsJson({ ...fact, moment })} as facts)`,
      from: sql`act`,
      where: sql`${fact.when ?? sql`true`} and ${mayEarnXp(fact.userId)}`,
      onConflict: sql`do nothing`,
      returning,
    },
  )
}

/** The caller ensures that expressions yield the declared types. */
function toEntryColumns({ userId, action, subject }: LedgerFact<string>) {
  return { userId: userId as SQL<UserId>, action, subject: subject as SQL<string> }
}

/** `subjects` selects them as `subject`. Caps include the preceding entries of the statement. */
export function earnXpForEach(
  ctx: Ctx,
  { subjects, ...fact }: { userId: UserId; action: XpAction; subjects: SQL },
): EarnXpStatements {
  const moment = ledgerTimesAt(ctx.now)
  const own = { ...fact, subject: sql`act.subject` }
  const { points, returning } = computeEntryPoints(moment, { ...own, before: sql`nth - 1` })
  const standing = { ...fact, subject: sql`many.subject` }
  const earned = insert(
    xpEntries,
    {
      ...toEntryColumns(own),
      round: sql<number>`act.round`,
      points,
      at: moment.now,
      facts: sql<string>`act.facts`,
      traits: getActionTraits(fact.action),
    },
    {
      with: sql`act as materialized (select subject, round,
          row_number() over (order by subject) as nth,
          ${entryFactsJson({ ...fact, subject: sql`fresh.subject`, moment })} as facts
        from (select subject, ${countReversals(xpEntries, standing)} as round
          from (${subjects}) many) fresh
        where not exists (select 1 from ${x} where ${x.userId} = ${fact.userId}
          and ${x.action} = ${fact.action} and ${x.subject} = fresh.subject
          and ${x.isReversal} = 0 and ${x.round} = fresh.round))`,
      from: sql`act`,
      where: mayEarnXp(fact.userId),
      onConflict: sql`do nothing`,
      returning,
    },
  )
  return [earned, grantRewards(ctx, fact)]
}

/** Where a correction took some before, no more than the member has: no total falls below 0. */
export function reverseXp(
  { now }: { now: number | SQL<number> },
  fact: LedgerFact<XpAction>,
): Statement<{ points: number }[]> {
  const { userId, action, subject, round, points } = xpEntries
  const left = sql`max(0, ${totalXpOf(userId)})`
  return insert(
    xpEntries,
    {
      ...{ userId, action, subject, round, isReversal: true, at: now },
      points: sql<number>`-min(${points}, ${left})`,
    },
    {
      from: sql`${xpEntries}`,
      where: isUnreversedEntry(xpEntries, fact),
      onConflict: sql`do nothing`,
      returning: { points },
    },
  )
}

export const preparedReverseXp = preparePerShape(
  (action: XpAction, { userId, subject, now }: Params<MemberAtTime & { subject: string }>) =>
    reverseXp({ now }, { userId, action, subject }),
)

function isUnreversedEntry(
  ledger: LedgerTable,
  { when = sql`true`, ...fact }: LedgerFact<string>,
): SQL {
  return sql`${ledger.userId} = ${fact.userId} and ${ledger.action} = ${fact.action}
    and ${ledger.subject} = ${fact.subject} and ${ledger.isReversal} = 0
    and ${ledger.round} = ${countReversals(ledger, fact)} and ${when}`
}

export function totalXpOf(userId: typeof xpEntries.userId | UserId): SQL {
  return sql`(select ${m.totalXp} from ${m} where ${m.id} = ${userId})`
}

export function addTrust({ now }: Ctx, fact: LedgerFact<TrustAction>): Statement {
  return insert(
    trustEntries,
    {
      ...toEntryColumns(fact),
      round: countReversals(trustEntries, fact),
      delta: trustRules[fact.action],
      at: now,
    },
    {
      where: sql`${fact.when ?? sql`true`} and ${fact.userId} is not null`,
      onConflict: sql`do nothing`,
    },
  )
}

export function reverseTrust({ now }: Ctx, fact: LedgerFact<TrustAction>): Statement {
  const { userId, action, subject, round, delta } = trustEntries
  return insert(
    trustEntries,
    {
      ...{ userId, action, subject, round, isReversal: true, at: now },
      delta: sql<number>`-${delta}`,
    },
    {
      from: sql`${trustEntries}`,
      where: isUnreversedEntry(trustEntries, fact),
      onConflict: sql`do nothing`,
    },
  )
}
