import { sql, type SQL } from 'drizzle-orm'
import type { SearchType } from './contract.ts'
import type { SearchExpressions, Terms } from './terms.ts'

/** Numbers of `search_names` begin with what they stand for: the multiple of 2^60; see its migration. */
const kinds = { event: 1, group: 2, game: 3, streamer: 4, participant: 5, account: 6 }
type Indexed = keyof typeof kinds

const wholeAtMost = 40
const beginsAtMost = 40
const containsAtMost = 60
const aliasesAtMost = 40
const likeAtMost = 100
const joinedAtMost = 600
/** Words of all names that one misspelt word is compared with, and that are then looked up. */
const wordsComparedAtMost = 200
const wordsMeantAtMost = 6
/** The tier, and the least similarity, of what only a guessed spelling finds. */
const guessed = 4
/** Read beyond what is asked for, so that the fine order has a choice: more where spelling is guessed. */
const spare = 6
const spareGuesses = 30

/** What differs from search to search; the statement's text does not. */
export type SearchParameters = {
  now: number
  whole: string
  begins: string
  contains: string
  joined: string
  /** JSON. */
  spellings: string
  grams: string
  length: number
  enough: number
  guesses: number
}

export function toSearchParameters(
  terms: Terms,
  lookups: SearchExpressions,
  { now, limit }: Limits,
): SearchParameters {
  const { whole, begins, contains, joined, spellings } = lookups
  return {
    now,
    whole,
    begins,
    contains,
    joined,
    spellings: JSON.stringify(spellings),
    grams: JSON.stringify(terms.words.flatMap((word) => gramsOf(word))),
    length: terms.length,
    enough: limit + spare,
    guesses: limit + spareGuesses,
  }
}
type Limits = { now: number; limit: number }

function gramsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

export function searchParameter(name: keyof SearchParameters): SQL {
  return sql`${sql.placeholder(name)}`
}

/** Written into the text: the planner knows it, and nothing has to be sent. */
function literal(value: number): SQL {
  return sql.raw(String(value))
}

/** The most prominent first and never more than asked, so that a common word costs no more than a rare one. */
function numbers(what: Indexed, match: SQL, atMost: number | SQL): SQL {
  const from = literal(kinds[what])
  return sql`select rowid as n from search_names(${match})
    where rowid between ${from} << 60 and (${from} + 1 << 60) - 1
    order by rowid desc limit ${typeof atMost === 'number' ? literal(atMost) : atMost}`
}

const idOf = sql.raw('n & 4294967295')

/** Who stands under other names too: what those are, and how they lead to it. */
const aliases: Partial<Record<SearchType, { what: Indexed; id: SQL }>> = {
  event: { what: 'participant', id: sql.raw(`(n - (${kinds.participant} << 60)) / 256`) },
  streamer: {
    what: 'account',
    id: sql.raw(
      `(select streamer_id from streaming_accounts where id = n - (${kinds.account} << 60))`,
    ),
  },
}

function aliasesOf(type: SearchType, numbered: (what: Indexed) => SQL): SQL | undefined {
  const alias = aliases[type]
  return alias && sql`select ${alias.id} as id from (${numbered(alias.what)})`
}

/** An expression for the search with each word put right, made by the database from the words it knows. */
const meantExpression = sql`select group_concat('(' || words || ')', ' OR ') from (
  select group_concat('(' || coalesce((
      select group_concat('"' || word || '"', ' OR ') || ' OR ' from (
        select word, (select count(*) from json_each(w.value, '$.parts')
            where instr(' ' || word || ' ', value)) * 1.0
            / (length(word) + json_array_length(w.value, '$.parts')) as similarity
        from search_words where id in (select rowid from search_word_parts
          where search_word_parts match w.value ->> 'similar'
          limit ${literal(wordsComparedAtMost)})
        order by similarity desc limit ${literal(wordsMeantAtMost)})), '')
      || (w.value ->> 'exact') || ')', ' AND ') as words
  from json_each(${searchParameter('spellings')}) one, json_each(one.value) w group by one.key)`

function namesOf(type: SearchType): SQL {
  return sql.raw(`${type}_names`)
}

function aliasNamesOf(type: SearchType): SQL | undefined {
  return aliases[type] && sql.raw(`${type}_aliases`)
}

function countOf(held: SQL): SQL {
  return sql`(select count(*) from ${held})`
}

/** A limit of 0 is what keeps a part from being run. */
function onlyIf(condition: SQL, atMost: number): SQL {
  return sql`iif(${condition}, ${literal(atMost)}, 0)`
}

/**
 * What is looked up once for all types: who holds the search in a name or, where those leave room, in
 * another name; and, only when nothing does, of any type, what else it may have meant.
 */
export function sharedSearchCtes(types: readonly SearchType[]): SQL {
  const contains = searchParameter('contains')
  const parts = types.flatMap((type) => {
    const [names, exact] = [namesOf(type), sql.raw(`${type}_exact`)]
    const hasRoom = (found: SQL) => sql`${countOf(found)} < ${searchParameter('enough')}`
    const joinedNames = numbersOfJoined(type, onlyIf(hasRoom(exact), containsAtMost))
    const others = onlyIf(hasRoom(names), aliasesAtMost)
    return [
      [exact, sql`select ${idOf} as id from (${numbers(type, contains, containsAtMost)})`],
      [names, sql`select id from ${exact} union select ${idOf} from (${joinedNames})`],
      [
        aliasNamesOf(type),
        aliasesOf(
          type,
          (what) => sql`select n from (${numbers(what, contains, others)})
            union select n from (${numbersOfJoined(what, others)})`,
        ),
      ],
    ] as const
  })
  const held = parts.flatMap(([name, query]) => (name && query ? [{ name, query }] : []))
  const joinedNames = sql`select rowid as n from search_names(${searchParameter('joined')})
    order by rowid desc limit ${literal(joinedAtMost)}`
  const each = [{ name: sql`joined_names`, query: joinedNames }, ...held].map(
    ({ name, query }) => sql`${name} as materialized (${query})`,
  )
  const found = [...held.map(({ name }) => name), sql`search_names(${contains})`, sql`joined_names`]
  const isFound = found.map((one) => sql`exists (select 1 from ${one})`)
  return sql`${sql.join(each, sql`, `)}, meant as materialized (select
    iif(${sql.join(isFound, sql` or `)}, null, (${meantExpression})) as said)`
}

/** Names that hold the words joined; they are looked up once for all types. */
function numbersOfJoined(what: Indexed, atMost: SQL): SQL {
  const from = literal(kinds[what])
  return sql`select n from joined_names where n between ${from} << 60 and (${from} + 1 << 60) - 1
    order by n desc limit ${atMost}`
}

/**
 * `id` and `tier` of at most 180 candidates: 0 and 1 begin with the search, 2 holds it, 3 has it
 * among its other names, 4 holds words like it. When so few hold it that all are looked at anyway,
 * how they begin is not asked.
 */
export function searchCandidates(type: SearchType): SQL {
  const names = namesOf(type)
  const isMany = sql`${countOf(names)} > min(${searchParameter('enough')}, ${literal(containsAtMost - 1)})`
  const meant = sql`(select said from meant)`
  const isMeant = sql`${meant} is not null`
  const tierOf = (tier: number, from: SQL | undefined, id = sql`id`) =>
    from ? [sql`select ${id} as id, ${literal(tier)} as tier from ${from}`] : []
  const like = aliasesOf(type, (what) => numbers(what, meant, onlyIf(isMeant, aliasesAtMost)))
  const tiers = [
    ...tierOf(
      0,
      sql`(${numbers(type, searchParameter('whole'), onlyIf(isMany, wholeAtMost))})`,
      idOf,
    ),
    ...tierOf(
      1,
      sql`(${numbers(type, searchParameter('begins'), onlyIf(isMany, beginsAtMost))})`,
      idOf,
    ),
    ...tierOf(2, names),
    ...tierOf(3, aliasNamesOf(type)),
    ...tierOf(guessed, sql`(${numbers(type, meant, onlyIf(isMeant, likeAtMost))})`, idOf),
    ...tierOf(guessed, like && sql`(${like})`),
  ]
  return sql`select id, min(tier) as tier from (${sql.join(tiers, sql` union all `)}) group by id`
}

/** The order of `hit`s before the fine one: of names alike, those that share most with the search. */
function coarseOrder(name: SQL): SQL {
  return sql`tier, iif(tier < ${literal(guessed)}, length(${name}) = ${searchParameter('length')},
    (select count(*) from json_each(${searchParameter('grams')}) where instr(lower(${name}), value))) desc`
}

type Ranking = {
  table: SQL
  name: SQL
  where?: SQL
  then?: SQL[]
  /** What candidates `h` of one kind have in common, and in which order one of them stands for all. */
  fold?: { key: SQL; order: SQL }
}

/**
 * The ids worth a closer look. Guesses count only for want of others. The cross joins keep to the few
 * candidates: else the planner walks all events.
 */
export function rankCandidates(
  type: SearchType,
  { table, name, where = sql`true`, then = [], fold }: Ranking,
): SQL {
  const order = sql.join([coarseOrder(name), ...then], sql`, `)
  const candidates = searchCandidates(type)
  const hits = fold
    ? sql`select id, tier from (select hit.id, tier, row_number() over
          (partition by ${fold.key} order by tier >= ${literal(guessed)}, ${fold.order}) as nth
        from (${candidates}) hit cross join ${table} h on h.id = hit.id where ${where}) where nth = 1`
    : candidates
  return sql`select id from (select hit.id, tier, min(tier) over () as least,
      row_number() over (order by ${order}) as place
      from (${hits}) hit cross join ${table} h on h.id = hit.id where ${where})
    where iif(least < ${literal(guessed)},
      tier < ${literal(guessed)} and place <= ${searchParameter('enough')},
      place <= ${searchParameter('guesses')})`
}
