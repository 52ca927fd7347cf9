import { sql } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import { retentionTerms } from '#worker/contracts/retention-terms.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import type { Statement } from '#worker/db/client.ts'
import type { RowOf } from '#worker/db/row.ts'
import { isFoldableEntry, xpEntries } from '#worker/db/schema/gamification.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { jsonField, jsonRows, remove, update } from '#worker/db/writes.ts'
import type { XpAction } from './ledger-rules.ts'
import { listFingerprints } from './subject-history.ts'
import { isRememberedAction, parseTraits, totalSubject } from './totals.ts'

/** Bounds a write, so that none holds the only writer for long. */
const membersPerPage = 100
const entriesPerPage = 1500
const pagesPerHour = 40

const x = xpEntries

/** Entries of a whole month end together, so that none gets older than the term. */
export function foldedBefore(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - retentionTerms.usedEntries.months + 1)
}

const columns = {
  id: x.id,
  userId: x.userId,
  action: sql<XpAction>`${x.action}`,
  subject: x.subject,
  isReversal: x.isReversal,
  round: x.round,
  points: x.points,
  facts: x.facts,
  traits: x.traits,
}
type EntryRow = RowOf<typeof columns>

const e = alias(xpEntries, 'e')

/** Due entries of some members, the entries that their reversals undo, and the totals so far. */
const selectDueEntries = prepare(({ before }: Params<{ before: number }>) => {
  const isDue = sql`${isFoldableEntry(x)} and ${x.at} < ${before}
    and (${x.isReversal} = 1 or ${x.facts} <> '{}')`
  const members = sql`select distinct oldest.user_id from (select ${x.userId} from ${x}
    where ${isDue} order by ${x.at} limit ${literal(entriesPerPage)}) oldest
    limit ${literal(membersPerPage)}`
  const due = sql`select ${x.id}, ${x.userId}, ${x.action}, ${x.subject}, ${x.isReversal}, ${x.round}
    from ${x} where ${x.userId} in (${members}) and ${isDue}
    order by ${x.userId}, ${x.at} limit ${literal(entriesPerPage)}`
  const entriesOf = sql`${e} on ${e.userId} = d.user_id and ${e.action} = d.action`
  return select(
    columns,
    sql`from (with due as materialized (${due}) select id from due
        union select ${e.id} from due d join ${entriesOf} and ${e.subject} = d.subject
          and ${e.isReversal} = 0 and ${e.round} = d.round where d.is_reversal = 1
        union select ${e.id} from (select distinct user_id, action from due) d
          join ${entriesOf} and ${equals(e.subject, totalSubject)}) page
      join ${x} on ${x.id} = page.id order by ${x.id}`,
  )
})

type Fold = {
  /** The newest row, which becomes the total: no sum on the way to it exceeds a former one. */
  id: number
  gone: number[]
  points: number
  facts: string
  traits: string
  /** The row as it was read: another run may have folded meanwhile. */
  was: Pick<EntryRow, 'subject' | 'points' | 'facts' | 'traits'>
}

function foldEntries(ctx: Ctx, entries: readonly EntryRow[]): Fold | undefined {
  const counters = new Map<string, number>()
  const remembered = new Map<string, [reversals: number, points: number]>()
  let points = 0
  for (const entry of entries) {
    points += entry.points
    if (entry.subject === totalSubject) {
      const facts = JSON.parse(entry.facts) as Record<string, [number, number]>
      for (const [fingerprint, counts] of Object.entries(facts)) remembered.set(fingerprint, counts)
    } else if (isRememberedAction(entry.action)) {
      const [fingerprint] = listFingerprints(ctx, entry)
      const [reversals, kept] = remembered.get(fingerprint) ?? [0, 0]
      const counts: [number, number] = [reversals + Number(entry.isReversal), kept + entry.points]
      remembered.set(fingerprint, counts)
    }
    if (entry.isReversal || entry.round > 0) continue
    for (const [counter, times] of parseTraits(entry.traits)) {
      counters.set(counter, (counters.get(counter) ?? 0) + times)
    }
  }
  const newest = entries.at(-1)
  if (!newest) return undefined
  const { id, ...was } = newest
  return {
    id,
    gone: entries.slice(0, -1).map((entry) => entry.id),
    points,
    facts: JSON.stringify(Object.fromEntries(remembered)),
    traits: JSON.stringify(Object.fromEntries(counters)),
    was,
  }
}

const h = alias(xpEntries, 'h')
const isAsRead = (row: typeof xpEntries) => sql`${row.id} = ${jsonField('id')}
  and (${row.subject}, ${row.points}, ${row.facts}, ${row.traits}) = (j.value -> 'was' ->> 'subject',
    j.value -> 'was' ->> 'points', j.value -> 'was' ->> 'facts', j.value -> 'was' ->> 'traits')`

/** Triggers of the ledger follow inserts alone: nothing is counted again. */
function writeFolds(folds: readonly Fold[]): Statement[] {
  return [
    remove(x, {
      where: sql`${x.id} in (select gone.value from ${jsonRows(folds)}
        join ${h} on ${isAsRead(h)}, json_each(j.value, '$.gone') gone)`,
    }),
    update(
      x,
      {
        subject: totalSubject,
        isReversal: false,
        round: 0,
        points: jsonField<number>('points'),
        facts: jsonField<string>('facts'),
        traits: jsonField<string>('traits'),
      },
      { from: jsonRows(folds), where: isAsRead(x) },
    ),
  ]
}

/** A page of members. Returns the number of entries that were read. */
export async function foldEntriesPage(ctx: Ctx<System>): Promise<number> {
  const { due } = await read(ctx, { due: selectDueEntries({ before: foldedBefore(ctx.now) }) })
  const groups = Map.groupBy(due, ({ userId, action }) => `${userId} ${action}`)
  const folds = [...groups.values()].flatMap((entries) => foldEntries(ctx, entries) ?? [])
  if (folds.length > 0) await writeInOrder(ctx, writeFolds(folds))
  return due.length
}

/**
 * Visits, readings and what was taken back become totals, which keep points and counters without
 * days and subjects.
 */
export async function foldOldEntries(ctx: Ctx<System>): Promise<void> {
  for (let page = 0; page < pagesPerHour; page += 1) {
    if ((await foldEntriesPage(ctx)) === 0) return
  }
}
