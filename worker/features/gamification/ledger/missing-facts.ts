import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { batch, type Statement } from '#worker/db/client.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { entryFactsJson, ledgerTimesAt } from './facts.ts'
import { xpRules, type XpAction } from './ledger-rules.ts'
import { totalSubject } from './totals.ts'

const entriesPerPage = 100
/** Corrections have no facts. */
const actions = JSON.stringify(Object.keys(xpRules))

const columns = {
  id: xpEntries.id,
  userId: xpEntries.userId,
  action: sql<XpAction>`${xpEntries.action}`,
  subject: xpEntries.subject,
  at: xpEntries.at,
}

const withoutFacts = sql`from ${xpEntries} where ${xpEntries.facts} = '{}' and ${xpEntries.isReversal} = 0
  and ${xpEntries.subject} <> ${totalSubject} and ${xpEntries.action} in (select value from json_each(${actions}))`

export function countMissingEntryFacts(): Statement<{ count: number }[]> {
  return select({ count: sql<number>`count(*)` }, withoutFacts)
}

/** The oldest first, because a visit continues the streak of the day before. Returns their number. */
export async function addMissingEntryFacts(
  { db }: Pick<Ctx, 'db'>,
  onPage: (entries: number) => void = () => undefined,
): Promise<number> {
  let added = 0
  for (;;) {
    const { entries } = await batch(db, 'read', {
      entries: select(
        columns,
        sql`${withoutFacts} order by ${xpEntries.id} limit ${entriesPerPage}`,
      ),
    })
    await batch(
      db,
      'write',
      entries.map(({ id, at, ...act }) =>
        update(
          xpEntries,
          { facts: entryFactsJson({ ...act, moment: ledgerTimesAt(at) }) },
          { where: sql`${xpEntries.id} = ${id}` },
        ),
      ),
    )
    added += entries.length
    onPage(entries.length)
    if (entries.length < entriesPerPage) return added
  }
}
