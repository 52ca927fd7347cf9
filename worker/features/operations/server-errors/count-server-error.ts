import { sql } from 'drizzle-orm'
import { hourMs } from '#worker/contracts/durations.ts'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import { rateLimitCounters } from '#worker/db/schema/operations.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'

const subject = 'server_error'

export async function countServerError(ctx: Ctx<Visitor>): Promise<void> {
  const { now } = ctx
  await write(ctx, {
    count: insert(
      rateLimitCounters,
      { subject, hour: Math.floor(now / hourMs), count: 1, lastAt: now },
      {
        onConflict: sql`do update set ${buildSetSql(rateLimitCounters, {
          count: sql<number>`${rateLimitCounters.count} + 1`,
          lastAt: excluded(rateLimitCounters.lastAt),
        })}`,
      },
    ),
  })
}

/** From the hour `from` since 1970 on. */
export const selectServerErrors = prepare(({ from }: Params<{ from: number }>) => {
  const { count, hour } = rateLimitCounters
  return selectFirst(
    { count: sql<number>`coalesce(sum(${count}), 0)` },
    sql`from ${rateLimitCounters}
        where ${rateLimitCounters.subject} = ${sql.raw(`'${subject}'`)} and ${hour} >= ${from}`,
  )
})
