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
import {
  countReversals,
  isRemembered,
  isUnreversedEntry,
  listFingerprints,
  sumKeptPoints,
  type LedgerSubject,
} from './subject-history.ts'
import { isRememberedAction } from './totals.ts'
import { raisedCountersJson } from './traits.ts'
import { notifyAchievements, notifyLevelUp, unlockAchievements } from './unlocking.ts'

type LedgerFact<Action extends string> = LedgerSubject<Action> & { when?: SQL }

const x = alias(xpEntries, 'x')

function sumEarnedSince(
  { userId, action }: Pick<LedgerFact<XpAction>, 'userId' | 'action'>,
  since: number | SQL,
): SQL {
  return sql`(select coalesce(sum(${x.points}), 0) from ${x} where ${x.userId} = ${userId}
    and ${x.action} = ${action} and ${x.isReversal} = 0 and ${x.at} > ${since})`
}

/** `points` may be 0 because of a cap: the day's, otherwise the hour's. */
export type EarnedXp = { points: number; isDayCapped: boolean }

type EarnXpStatements = readonly [earned: Statement<EarnedXp[]>, rewards: StatementSet]

/** With level and achievements. Repeating it for the same subject writes nothing. */
export function earnXp(ctx: Ctx, fact: LedgerFact<XpAction>): EarnXpStatements {
  const known = { ...fact, ...fingerprintsOf(ctx, fact) }
  return [insertXpEntry(ledgerTimesAt(ctx.now), known), grantRewards(ctx, fact)]
}

/** None where SQL finds the member or the subject: totals remember no such entries. */
function fingerprintsOf(ctx: Ctx, { userId, action, subject }: LedgerFact<XpAction>) {
  if (typeof userId !== 'number' || typeof subject !== 'string' || !isRememberedAction(action))
    return {}
  return { fingerprints: JSON.stringify(listFingerprints(ctx, { userId, subject })) }
}

type MemberEntry = { userId: UserId; subject: string; id: number }

/** An entry of `earnXp`, written once: `when` reads the member and the id of the subject. */
export function prepareXpEntry(
  action: XpAction,
  when: (values: Params<MemberEntry>) => SQL,
): (ctx: Pick<Ctx, 'now' | 'config'>, values: MemberEntry) => Statement<EarnedXp[]> {
  type Values = MemberEntry & ReturnType<typeof ledgerTimesAt> & { fingerprints: string }
  const entry = prepare((values: Params<Values>) => {
    const { userId, subject, fingerprints } = values
    return insertXpEntry(values, { userId, action, subject, fingerprints, when: when(values) })
  })
  return (ctx, values) => {
    const fingerprints = JSON.stringify(listFingerprints(ctx, values))
    return entry({ ...values, ...ledgerTimesAt(ctx.now), fingerprints })
  }
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

/** False while an administrator has suspended it, and of mere use while rewards are off. */
function mayEarnXp({ userId, action }: Pick<LedgerFact<XpAction>, 'userId' | 'action'>): SQL {
  const rule: XpRule = xpRules[action]
  return sql`exists (select 1 from ${m} where ${m.id} = ${userId}
    and ${m.gamificationSuspendedAt} is null${rule.isOfUse ? sql` and ${m.isGamified} = 1` : sql``})`
}

type EntryToScore = LedgerSubject<XpAction> & {
  /** Entries of the same statement that precede this one. */
  before?: SQL
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
      where: sql`${fact.when ?? sql`true`} and ${mayEarnXp(fact)}
        and not ${fact.action === 'article_read' ? isRemembered(fact) : sql`false`}`,
      onConflict: sql`do nothing`,
      returning,
    },
  )
}

/** The caller ensures that expressions yield the declared types. */
function toEntryColumns({ userId, action, subject }: LedgerFact<string>) {
  return { userId: userId as SQL<UserId>, action, subject: subject as SQL<string> }
}

type ManySubjects = {
  userId: UserId
  action: XpAction
  /** Selects them as `subject`. */
  subjects: SQL
  /** All that may be among them. */
  possible: readonly string[]
}

/** Caps include the preceding entries of the statement. */
export function earnXpForEach(
  ctx: Ctx,
  { subjects, possible, ...fact }: ManySubjects,
): EarnXpStatements {
  const moment = ledgerTimesAt(ctx.now)
  const { userId } = fact
  const known = possible.map((subject) => [subject, listFingerprints(ctx, { userId, subject })])
  const fingerprintsSql = (subject: SQL) => sql`coalesce((select f.value
    from json_each(${JSON.stringify(Object.fromEntries(known))}) f where f.key = ${subject}), '[]')`
  const withFingerprints = (subject: SQL) => ({
    ...fact,
    subject,
    fingerprints: fingerprintsSql(subject),
  })
  const own = withFingerprints(sql`act.subject`)
  const { points, returning } = computeEntryPoints(moment, { ...own, before: sql`nth - 1` })
  const standing = withFingerprints(sql`many.subject`)
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
      where: mayEarnXp(fact),
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
