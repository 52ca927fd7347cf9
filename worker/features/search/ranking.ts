import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { isNothingFound, searchParameter, matchTiers } from './candidates.ts'
import type { SearchType } from './contract.ts'
import { beginsWithPattern, containsPattern, matchesPattern } from './name-patterns.ts'
import { indexKinds } from './index-lookups.ts'

const pattern = searchParameter('namePattern')

type RankingSource = {
  table: SQL
  name: SQL
  channel?: SQL
  where?: SQL
  tieBreakers?: SQL[]
  /** `key` is shared by the dates of a series, `order` picks the one that represents it. */
  fold?: { key: SQL; order: SQL; isFolded: SQL }
}

function refineContainsTierSql({ name, channel }: RankingSource): SQL {
  const isOfChannel =
    channel &&
    sql`when exists (select 1 from word_patterns
      where ${containsPattern(channel, sql`value`)} and not ${containsPattern(name, sql`value`)})
      then ${literal(matchTiers.otherNames)}`
  return sql`case when ${beginsWithPattern(name, pattern)} then ${literal(matchTiers.begins)}
    ${isOfChannel} else tier end`
}

function selectMatchTierSql(ranking: RankingSource): SQL {
  const isSame = matchesPattern(ranking.name, { pattern, length: searchParameter('nameLength') })
  return sql`case when ${isSame} then ${literal(matchTiers.exact)}
    when tier = ${literal(matchTiers.contains)} then ${refineContainsTierSql(ranking)} else tier end`
}

function buildCoarseOrder(ranking: RankingSource): { columns: SQL; order: SQL } {
  const { name, tieBreakers = [] } = ranking
  const difference = sql`iif(tier < ${literal(matchTiers.corrected)}, 0,
    -(select count(*) from grams where instr(lower(${name}), value)))`
  const others = [...tieBreakers, sql`h.id`].map((term, index) => ({
    term,
    name: sql.raw(`term_${index}`),
  }))
  return {
    columns: sql`${selectMatchTierSql(ranking)} as rank, ${difference} as difference, ${sql.join(
      others.map((one) => sql`${one.term} as ${one.name}`),
      sql`, `,
    )}`,
    order: sql`rank, difference, ${sql.join(
      others.map((one) => one.name),
      sql`, `,
    )}`,
  }
}

const rowsAtMost = sql`iif(${isNothingFound}, ${searchParameter('guesses')}, ${searchParameter('shown')})`

/** The cross joins keep to the few candidates: otherwise the planner walks all events. */
export function rankCandidates(type: SearchType, ranking: RankingSource): SQL {
  const { table, where = sql`true`, fold } = ranking
  const { columns, order } = buildCoarseOrder(ranking)
  // Folding costs more than the rest, so it is asked only of those that share a key.
  const folding = fold && {
    columns: sql`, ${fold.key} as key,
      row_number() over (partition by ${fold.key} order by ${fold.order}) as nth`,
    where: sql`where nth = 1 or not ${fold.isFolded}`,
  }
  return sql`select id from (select h.id, ${columns} ${folding?.columns}
      from candidates hit cross join ${table} h on h.id = hit.id
      where hit.kind = ${literal(indexKinds[type])} and ${where}) hit
    ${folding?.where} order by ${order} limit ${rowsAtMost}`
}
