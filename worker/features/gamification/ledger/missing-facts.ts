import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { batch, rows } from '#worker/db/client.ts'
import { factsOf } from './facts.ts'
import { xpRules, type XpAction } from './ledger-rules.ts'

const entriesPerPage = 100
/** Corrections have no facts. */
const actions = JSON.stringify(Object.keys(xpRules))

type Entry = { id: number; userId: UserId; action: XpAction; subject: string; at: number }

/**
 * Entries that were written before facts were kept get those of their subject as it is now. The
 * oldest come first: a visit counts on from the one of the day before. Answers how many there were.
 */
export async function addMissingFacts({ db }: Pick<Ctx, 'db'>): Promise<number> {
  let added = 0
  for (;;) {
    const [entries] = await batch(db, 'read', [
      rows<Entry>(
        db,
        sql`select id, user_id as userId, action, subject, at from xp_entries
          where facts = '{}' and is_reversal = 0
            and action in (select value from json_each(${actions}))
          order by id limit ${entriesPerPage}`,
      ),
    ])
    await batch(
      db,
      'write',
      entries.map(({ id, ...act }) =>
        rows(db, sql`update xp_entries set facts = ${factsOf(act)} where id = ${id}`),
      ),
    )
    added += entries.length
    if (entries.length < entriesPerPage) return added
  }
}
