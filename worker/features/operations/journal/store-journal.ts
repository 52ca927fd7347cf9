import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { installation } from '#worker/db/schema/operations.ts'
import { withdrawals } from '#worker/db/schema/withdrawals.ts'
import { select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { operator } from '#worker/contracts/operator.ts'
import { journalPrefix, type Journal } from './journal.ts'

const entriesPerFile = 2000

const { id, storedAt } = withdrawals
const journalColumns = {
  id,
  kind: withdrawals.kind,
  userId: withdrawals.userId,
  userCreatedAt: withdrawals.userCreatedAt,
  detail: withdrawals.detail,
  at: withdrawals.at,
  installation: sql<string>`(select ${installation.identifier} from ${installation})`,
}

export const selectWaitingWithdrawals: SQL = sql`select 'withdrawals' as kind, 0 as id, 0 as startAt,
  0 as after where exists (select 1 from ${withdrawals} where ${storedAt} is null)`

/** Within a minute, so that hardly one is lost with the database. */
export async function storeWithdrawals(ctx: Ctx<System>): Promise<void> {
  const { waiting } = await read(ctx, {
    waiting: select(
      journalColumns,
      sql`from ${withdrawals} where ${storedAt} is null order by ${id} limit ${entriesPerFile}`,
    ),
  })
  const [firstEntry, lastEntry] = [waiting[0], waiting.at(-1)]
  if (!firstEntry || !lastEntry) return
  const entries = waiting.map(({ installation: _, ...entry }) => entry)
  const journal: Journal = { installation: firstEntry.installation, entries }
  const key = `${journalPrefix}${new Date(ctx.now).toISOString()}-${firstEntry.id}.json`
  const httpMetadata = { contentType: 'application/json' }
  await ctx.media.put(key, JSON.stringify(journal), { httpMetadata })
  const isStored = sql`${id} between ${firstEntry.id} and ${lastEntry.id} and ${storedAt} is null`
  await write(ctx, [update(withdrawals, { storedAt: ctx.now }, { where: isStored })])
  if (waiting.length === entriesPerFile) await storeWithdrawals(ctx)
}

/** A file is named by the time it was written; the oldest are listed first. */
export async function deleteExpiredJournal(ctx: Ctx<System>): Promise<void> {
  const oldest = `${journalPrefix}${new Date(ctx.now - operator.backupDays * dayMs).toISOString()}`
  const { objects } = await ctx.media.list({ prefix: journalPrefix })
  const expired = objects.map(({ key }) => key).filter((key) => key < oldest)
  if (expired.length > 0) await ctx.media.delete(expired)
}
