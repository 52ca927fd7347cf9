import { sql, type SQL } from 'drizzle-orm'
import type { Lookups, Terms } from './terms.ts'

/** Numbers of `search_names` begin with what they stand for; see its migration. */
const bases = {
  event: 1n << 60n,
  group: 2n << 60n,
  game: 3n << 60n,
  streamer: 4n << 60n,
  participant: 5n << 60n,
  account: 6n << 60n,
}
export type Indexed = keyof typeof bases

const wholeAtMost = 40
const beginsAtMost = 40
const containsAtMost = 60
const aliasesAtMost = 40
const likeAtMost = 100
/** Words of all names that one misspelt word is compared with, and that are then looked up. */
const wordsComparedAtMost = 200
const wordsMeantAtMost = 6
/** The tier, and the least likeness, of what only a guessed spelling finds. */
export const guessed = 4

/** The most prominent first and never more than asked, so that a common word costs no more than a rare one. */
function numbers(what: Indexed, match: SQL, atMost: number | SQL): SQL {
  const [from, to] = [bases[what], bases[what] + (1n << 60n) - 1n]
  return sql`select rowid as number from search_names where search_names match ${match}
    and rowid between ${sql.raw(String(from))} and ${sql.raw(String(to))}
    order by rowid desc limit ${typeof atMost === 'number' ? sql.raw(String(atMost)) : atMost}`
}

const idOf = sql.raw('number & 4294967295')
const participantEvent = sql.raw(`(number - ${bases.participant}) / 256`)
const accountStreamer = sql.raw(
  `(select streamer_id from streaming_accounts where id = number - ${bases.account})`,
)

/** Who stands under other names too: what those are, and how they lead to it. */
const aliases: Partial<Record<Indexed, { what: Indexed; id: SQL }>> = {
  event: { what: 'participant', id: participantEvent },
  streamer: { what: 'account', id: accountStreamer },
}

function aliasesOf(what: Indexed, match: SQL, tier: number, atMost: number | SQL): SQL {
  const alias = aliases[what]
  if (!alias) return sql``
  const found = numbers(alias.what, match, atMost)
  return sql` union all select ${alias.id}, ${sql.raw(String(tier))} from (${found})`
}

/** An expression for the search with each word put right, made by the database from the words it knows. */
function meantExpression(spellings: Lookups['spellings']): SQL {
  const each = spellings.map((words) => {
    const parts = words.map(({ exact, similar, parts: grams }) => {
      const likeness = sql`(select count(*) from grams where instr(whole, gram)) * 1.0
        / (length(word) + ${grams.length})`
      const meant = sql`with grams as materialized
          (select value as gram from json_each(${JSON.stringify(grams)}))
        select coalesce(group_concat('"' || word || '"', ' OR ') || ' OR ', '')
        from (select word from (select word, ' ' || word || ' ' as whole from search_words
            where id in (select rowid from search_word_parts where search_word_parts match ${similar}
              limit ${sql.raw(String(wordsComparedAtMost))}))
          order by ${likeness} desc limit ${sql.raw(String(wordsMeantAtMost))})`
      return sql`'(' || (${meant}) || ${`${exact})`}`
    })
    return sql.join(parts, sql` || ' AND ' || `)
  })
  return sql.join(
    each.map((one) => sql`'(' || ${one} || ')'`),
    sql` || ' OR ' || `,
  )
}

/**
 * `id` and `tier` of at most 180 candidates: 0 and 1 begin with the search, 2 holds it, 3 has it
 * among its other names. Only when there is none, of any kind: 4, which holds words like it. When
 * no more than `enough` hold it, all are looked at anyway, and how they begin is not asked. A limit
 * of 0 is what keeps a part from being run.
 */
export function candidates(what: Indexed, lookups: Lookups, enough: number): SQL {
  const contains = sql`${lookups.contains}`
  const only = (condition: SQL, atMost: number) => sql`iif(${condition}, ${atMost}, 0)`
  const isMany = sql`(select count(*) from held) > ${enough}`
  const isMeant = sql`(select expression from meant) is not null`
  const meant = sql`(select expression from meant)`
  return sql`with held as materialized (${numbers(what, contains, containsAtMost)}),
    meant as materialized (select iif(exists (select 1 from held)
      or exists (select 1 from search_names where search_names match ${contains}),
      null, ${meantExpression(lookups.spellings)}) as expression),
    found as (
      select ${idOf} as id, 0 as tier
        from (${numbers(what, sql`${lookups.whole}`, only(isMany, wholeAtMost))})
      union all
      select ${idOf}, 1 from (${numbers(what, sql`${lookups.begins}`, only(isMany, beginsAtMost))})
      union all
      select ${idOf}, 2 from held
      ${aliasesOf(what, contains, 3, aliasesAtMost)}
      union all
      select ${idOf}, ${sql.raw(String(guessed))}
        from (${numbers(what, meant, only(isMeant, likeAtMost))})
      ${aliasesOf(what, meant, guessed, only(isMeant, aliasesAtMost))})
    select id, min(tier) as tier from found group by id`
}

/** The order of `hit`s before the fine one: of names alike, those that share most with the search. */
export function coarseOrder(name: SQL, { words, length }: Terms): SQL {
  const grams = words.flatMap((word) =>
    [...word].slice(2).map((_, index) => [...word].slice(index, index + 3).join('')),
  )
  return sql`hit.tier, iif(hit.tier < ${guessed}, length(${name}) = ${length},
    (select count(*) from json_each(${JSON.stringify(grams)}) where instr(lower(${name}), value))) desc`
}
