import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { trustEntries, xpEntries } from '#worker/db/schema/gamification.ts'
import { alias } from '#worker/db/write-sql.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import { totalSubject } from './totals.ts'

export type LedgerSubject<Action extends string = string> = {
  userId: SQL | UserId
  action: Action
  /** For instance `event:12`. */
  subject: SQL | string
  /** A JSON array, for subjects of which a total may remember entries. */
  fingerprints?: SQL | string
}

export type LedgerTable = typeof xpEntries | typeof trustEntries

const x = alias(xpEntries, 'x')
const undoneXp = alias(xpEntries, 'undone')
const undoneTrust = alias(trustEntries, 'undone')
const t = alias(xpEntries, 't')

/** Tells whether a total has met the subject, without naming it. */
export function listFingerprints(
  { config }: Pick<Ctx, 'config'>,
  { userId, subject }: { userId: UserId; subject: string },
): [string, ...string[]] {
  const [first = '', ...others] = listSigningSecrets(config).map((secret) =>
    hmacSha256(secret, `ledger:${userId}:${subject}`).slice(0, 12),
  )
  return [first, ...others]
}

function fromRememberedSql({ userId, action, fingerprints = '[]' }: LedgerSubject): SQL {
  return sql`from ${t}, json_each(${t.facts}) k where ${t.userId} = ${userId}
    and ${t.action} = ${action} and ${equals(t.subject, totalSubject)}
    and k.key in (select value from json_each(${fingerprints}))`
}

function sumRemembered(subject: LedgerSubject, index: 0 | 1): SQL {
  if (subject.fingerprints === undefined) return sql`0`
  return sql`(select coalesce(sum(k.value ->> ${literal(index)}), 0) ${fromRememberedSql(subject)})`
}

/** History of entries that are never reversed, such as those of reading. */
export function isRemembered(subject: LedgerSubject): SQL {
  return sql`exists (select 1 ${fromRememberedSql(subject)})`
}

function undoneWhere(ledger: LedgerTable, { userId, action, subject }: LedgerSubject): SQL {
  const undone = ledger === xpEntries ? undoneXp : undoneTrust
  return sql`${undone} where ${undone.userId} = ${userId} and ${undone.action} = ${action}
    and ${undone.subject} = ${subject} and ${undone.isReversal} = 1`
}

export function countReversals(ledger: LedgerTable, subject: LedgerSubject): SQL<number> {
  const { fingerprints } = subject
  const remembered = fingerprints === undefined ? sql`` : sql` + ${sumRemembered(subject, 0)}`
  return sql<number>`(select count(*) from ${undoneWhere(ledger, subject)})${remembered}`
}

/** Points that the subject's entries still give after a correction limited a reversal. */
export function sumKeptPoints(fact: LedgerSubject): SQL {
  const { userId, action, subject } = fact
  return sql`(select coalesce(sum(${x.points}), 0) from ${x} where ${x.userId} = ${userId}
    and ${x.action} = ${action} and ${x.subject} = ${subject}) + ${sumRemembered(fact, 1)}`
}

export function isUnreversedEntry(
  ledger: LedgerTable,
  { when = sql`true`, ...fact }: LedgerSubject & { when?: SQL },
): SQL {
  const undone = ledger === xpEntries ? undoneXp : undoneTrust
  return sql`${ledger.userId} = ${fact.userId} and ${ledger.action} = ${fact.action}
    and ${ledger.subject} = ${fact.subject} and ${ledger.isReversal} = 0
    and not exists (select 1 from ${undoneWhere(ledger, fact)} and ${undone.round} = ${ledger.round})
    and ${when}`
}
