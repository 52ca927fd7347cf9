import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { isNothingFound, searchParameter, tiers } from './candidates.ts'
import type { SearchType } from './contract.ts'
import { kinds } from './index-lookups.ts'

type Ranking = {
  table: SQL
  name: SQL
  /** Looked up together with the name, which counts for more. */
  channel?: SQL
  where?: SQL
  /** The least first. */
  then?: SQL[]
  /** Which candidates `h` of one kind may stand for one another, in which order, and whether they do. */
  fold?: { key: SQL; order: SQL; isFolded: SQL }
}

/** The tier of a candidate `h`: what only its channel says is among its other names. */
function tierOf({ name, channel }: Ranking): SQL {
  if (!channel) return sql`tier`
  const isOfChannel = sql`exists (select 1 from words
    where instr(lower(${channel}), value) and not instr(lower(${name}), value))`
  return sql`iif(tier = ${literal(tiers.held)} and ${isOfChannel}, ${literal(tiers.heldElsewhere)}, tier)`
}

/**
 * What candidates are ordered by before the fine order, and the columns of it: of names that hold the
 * search, those of its length come first; of names alike, those that share most with it.
 */
function coarseOrder(ranking: Ranking): { columns: SQL; order: SQL } {
  const { name, then = [] } = ranking
  const difference = sql`iif(tier < ${literal(tiers.guessed)},
    length(${name}) <> ${searchParameter('length')}
      and length(replace(${name}, ' ', '')) <> ${searchParameter('joinedLength')},
    -(select count(*) from grams where instr(lower(${name}), value)))`
  const others = [...then, sql`h.id`].map((term, index) => ({
    term,
    name: sql.raw(`term_${index}`),
  }))
  return {
    columns: sql`${tierOf(ranking)} as rank, ${difference} as difference, ${sql.join(
      others.map((one) => sql`${one.term} as ${one.name}`),
      sql`, `,
    )}`,
    order: sql`rank, iif(rank = ${literal(tiers.heldElsewhere)}, 0, difference), ${sql.join(
      others.map((one) => one.name),
      sql`, `,
    )}`,
  }
}

/** Nothing is guessed where anything is found. */
const rowsAtMost = sql`iif(${isNothingFound}, ${searchParameter('guesses')}, ${searchParameter('shown')})`

/**
 * The ids worth a closer look. The cross joins keep to the few candidates: else the planner walks all
 * events.
 */
export function rankCandidates(type: SearchType, ranking: Ranking): SQL {
  const { table, where = sql`true`, fold } = ranking
  const { columns, order } = coarseOrder(ranking)
  // Whether they are folded costs more than the rest, so it is asked only of those that share a key.
  const folding = fold && {
    columns: sql`, ${fold.key} as key,
      row_number() over (partition by ${fold.key} order by ${fold.order}) as nth`,
    where: sql`where nth = 1 or not ${fold.isFolded}`,
  }
  return sql`select id from (select h.id, ${columns} ${folding?.columns}
      from candidates hit cross join ${table} h on h.id = hit.id
      where hit.kind = ${literal(kinds[type])} and ${where}) hit
    ${folding?.where} order by ${order} limit ${rowsAtMost}`
}
