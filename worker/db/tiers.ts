import { sql, type SQL } from 'drizzle-orm'

/**
 * Ids of the first tier in their order, then of the next until there are enough, each once: rows
 * `id, tier, place` to join. Every tier selects `id` and `place`, where the lowest place comes first.
 */
export function inTiers(tiers: readonly SQL[], limit: number): SQL {
  const each = tiers.map(
    (tier, index) => sql`select id, ${index} as tier, place from (${tier}
      order by place, id limit ${limit * tiers.length})`,
  )
  // With one min(), the other columns come from the row that holds it.
  return sql`select id, min(tier) as tier, place from (${sql.join(each, sql` union all `)}) group by id`
}
