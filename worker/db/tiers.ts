import { sql, type SQL } from 'drizzle-orm'

const rowLimitSql = (rows: number) => sql`${rows}`

/** Each tier selects `id` and `place` (lowest first); `limit 0` of its `from` avoids its cost. */
export function rankedUnion(tiers: readonly SQL[], limit: number, atMost = rowLimitSql): SQL {
  const names = tiers.map((_, index) => sql.raw(`tier_${index}`))
  const ids = names.map((name) => sql`select id from ${name}`)
  const each = tiers.map((tier, index) => {
    const found = sql.join(ids.slice(0, index), sql` union `)
    const most = atMost(limit * tiers.length)
    const rest =
      index === 0 ? most : sql`iif((select count(*) from (${found})) < ${limit}, ${most}, 0)`
    return sql`${names[index]} as materialized (${tier} order by place, id limit ${rest})`
  })
  const all = names.map((name, index) => sql`select id, ${index} as tier, place from ${name}`)
  // With a single min(), SQLite takes the other columns from the row of the minimum.
  return sql`with ${sql.join(each, sql`, `)}
    select id, min(tier) as tier, place from (${sql.join(all, sql` union all `)}) group by id`
}
