import { sql } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { write, type Ctx, type System } from '#worker/context.ts'
import { preparePerShape, type Params } from '#worker/db/statement.ts'
import { withChangeCount, remove, update } from '#worker/db/writes.ts'
import {
  retentionRules,
  retentionStart,
  type RetentionRuleName,
  type RetentionRule,
} from './retention-rules.ts'

/** With the pages of a thousand rows, 50,000 of each kind an hour. */
const roundsPerHour = 50

function pageSizeOf(name: RetentionRuleName): number {
  const { pageSize = 1000 }: RetentionRule = retentionRules[name]
  return pageSize
}

const endPage = preparePerShape(
  (name: RetentionRuleName, { before }: Params<{ before: number }>) => {
    const rule: RetentionRule = retentionRules[name]
    const { table, from, since = sql`${from}`, only = sql`true`, empties } = rule
    const expired = sql`select rowid from ${table} where ${only} and ${since} < ${before}
      limit ${literal(pageSizeOf(name))}`
    const where = sql`rowid in (${expired})`
    return empties ? update(table, empties, { where }) : remove(table, { where })
  },
)

function endExpiredPage(ctx: Ctx, name: RetentionRuleName) {
  return withChangeCount(endPage(name)({ before: retentionStart(name, ctx.now) }))
}

export async function deleteExpiredRows(ctx: Ctx<System>): Promise<void> {
  let names = Object.keys(retentionRules) as RetentionRuleName[]
  for (let round = 0; round < roundsPerHour && names.length > 0; round += 1) {
    const results = await write(
      ctx,
      names.map((name) => endExpiredPage(ctx, name)),
    )
    names = names.filter((name, index) => results[index]?.count?.rows === pageSizeOf(name))
  }
}
