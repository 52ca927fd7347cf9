import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { installation } from '#worker/db/schema/operations.ts'
import { withdrawals } from '#worker/db/schema/withdrawals.ts'
import { mapResult, select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { operator } from '#worker/contracts/operator.ts'
import { journalPrefix, type Journal } from './journal.ts'

const entriesPerFile = 2000

const { id, kind, userId, userCreatedAt, detail, at, storedAt } = withdrawals

/** A `Journal`, by its fields. */
export function selectJournal(tail: SQL) {
  return {
    installation: mapResult(
      select({ identifier: installation.identifier }, sql`from ${installation}`),
      ([site]) => String(site?.identifier),
    ),
    entries: select(
      { id, kind, userId, userCreatedAt, detail, at },
      sql`from ${withdrawals} ${tail}`,
    ),
  }
}

export const selectWaitingWithdrawals: SQL = sql`select 'withdrawals' as kind, 0 as id, 0 as startAt,
  0 as after where exists (select 1 from ${withdrawals} where ${storedAt} is null)`

/** Within a minute, so that hardly one is lost with the database. */
export async function storeWithdrawals(ctx: Ctx<System>): Promise<void> {
  const isWaiting = sql`${storedAt} is null`
  const journal: Journal = await read(
    ctx,
    selectJournal(sql`where ${isWaiting} order by ${id} limit ${entriesPerFile}`),
  )
  const { entries } = journal
  const [firstEntry, lastEntry] = [entries[0], entries.at(-1)]
  if (!firstEntry || !lastEntry) return
  const key = `${journalPrefix}${new Date(ctx.now).toISOString()}-${firstEntry.id}.json`
  const httpMetadata = { contentType: 'application/json' }
  await ctx.media.put(key, JSON.stringify(journal), { httpMetadata })
  const isStored = sql`${id} between ${firstEntry.id} and ${lastEntry.id} and ${isWaiting}`
  await write(ctx, [update(withdrawals, { storedAt: ctx.now }, { where: isStored })])
  if (entries.length === entriesPerFile) await storeWithdrawals(ctx)
}

/** A file is named by the time it was written; the oldest are listed first. */
export async function deleteExpiredJournal(ctx: Ctx<System>): Promise<void> {
  const oldest = `${journalPrefix}${new Date(ctx.now - operator.backupDays * dayMs).toISOString()}`
  const { objects } = await ctx.media.list({ prefix: journalPrefix })
  const expired = objects.map(({ key }) => key).filter((key) => key < oldest)
  if (expired.length > 0) await ctx.media.delete(expired)
}
