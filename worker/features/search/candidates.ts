import { sql, type SQL } from 'drizzle-orm'
import type { CategoryInText } from '#worker/contracts/category-words.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import { splitWords } from '#worker/contracts/words.ts'
import { literal } from '#worker/db/conditions.ts'
import { eventParticipants } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import type { SearchType } from './contract.ts'
import {
  firstRowIdsCteName,
  indexKinds,
  lookupCtes,
  rowIdsAmongKinds,
  rowIdsOfKind,
  type IndexLookup,
} from './index-lookups.ts'
import {
  correctedSearchExpressionSql,
  correctionsJson,
  findCachedCorrections,
  wordPartsCte,
} from './spelling-correction.ts'
import { containsPattern, buildPattern } from './name-patterns.ts'
import type { SearchExpressions, SearchTerms } from './terms.ts'
import { e } from '#worker/db/aliases.ts'

const firstWordsAtMost = 40
const containsAtMost = 60
const aliasesAtMost = 40
const likeAtMost = 100
const inCategoryAtMost = 32
/** With fewer found, the words as one are guessed, too. */
const fewFound = 6
/** The lowest first, as `computeSimilarity` ranks. */
export const matchTiers = {
  exact: 0,
  category: 1,
  beginsWhole: 2,
  begins: 3,
  contains: 4,
  otherNames: 5,
  corrected: 6,
  categoryAlone: 7,
}
/** Candidates beyond what is shown, for those that stand for one another. */
const spareCandidates = 6
/** Rows beyond what is shown, as words left out may not be theirs, and as guesses need a choice. */
const spareRows = 6
const spareGuesses = 30

/** One text serves all searches: they differ in these. */
export type SearchParameters = {
  now: number
  whole: string
  begins: string
  contains: string
  joined: string
  joinedStart: string | null
  /** JSON. */
  spellings: string
  corrections: string | null
  grams: string
  wordPatterns: string
  namePattern: string
  nameLength: number
  enough: number
  shown: number
  guesses: number
  category: Category | null
  otherPatterns: string
}

export function toSearchParameters(
  terms: SearchTerms,
  lookups: SearchExpressions,
  { now, limit, namedCategory }: SearchLimits,
): SearchParameters {
  const { spellings, isShortened, ...expressions } = lookups
  return {
    now,
    ...expressions,
    spellings: JSON.stringify(spellings),
    corrections: findCachedCorrections(terms),
    grams: JSON.stringify(terms.words.flatMap((word) => splitTrigrams(word))),
    wordPatterns: JSON.stringify(terms.words.map(buildPattern)),
    namePattern: buildPattern(terms.joined),
    nameLength: [...terms.joined].length,
    enough: limit + spareCandidates,
    shown: isShortened ? limit + spareRows : limit,
    guesses: limit + spareGuesses,
    category: namedCategory?.category ?? null,
    otherPatterns: JSON.stringify(splitWords(namedCategory?.rest ?? '').map(buildPattern)),
  }
}
type SearchLimits = { now: number; limit: number; namedCategory?: CategoryInText | undefined }

function splitTrigrams(word: string): string[] {
  const letters = [...word]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

export function searchParameter(name: keyof SearchParameters): SQL {
  return sql`${sql.placeholder(name)}`
}

const aliases: Partial<Record<SearchType, keyof typeof indexKinds>> = {
  event: 'participant',
  streamer: 'account',
}

const owner = sql.raw(`case kind when ${indexKinds.participant} then ${indexKinds.event}
    when ${indexKinds.account} then ${indexKinds.streamer} else kind end as kind,
  case kind when ${indexKinds.participant} then (n - (${indexKinds.participant} << 60)) / 256
    when ${indexKinds.account} then (select streamer_id from streaming_accounts
      where id = n - (${indexKinds.account} << 60))
    else n & 4294967295 end as id`)

function searchTypesCte(types: readonly SearchType[]): SQL {
  const rows = types.map((type) => {
    const alias = aliases[type]
    return sql`(${literal(indexKinds[type])}, ${alias ? literal(indexKinds[alias]) : sql`null`})`
  })
  return sql`types(kind, alias) as (values ${sql.join(rows, sql`, `)})`
}

const enough = searchParameter('enough')
const shown = searchParameter('shown')
const plain: IndexLookup = {
  name: 'plain',
  match: searchParameter('contains'),
  firsts: containsAtMost,
}
const leastJoined = sql`iif((select count(*) from plain_names where +kind = ${literal(indexKinds.event)})
  < ${enough}, 1, 2) << 60`
const joined: IndexLookup = {
  name: 'joined',
  match: searchParameter('joined'),
  firsts: containsAtMost,
  least: sql`(select ${leastJoined})`,
  isAsked: sql`${searchParameter('joinedStart')} is null or exists (
    select 1 from search_names(${searchParameter('joinedStart')}) where rowid >= ${leastJoined})`,
}
function hasIndexMatches({ name }: IndexLookup): SQL {
  return sql`exists (select 1 from ${firstRowIdsCteName(name)})`
}

function selectIfIndexMatches(lookup: IndexLookup, rows: SQL): SQL {
  return sql`select * from (${rows}) where ${hasIndexMatches(lookup)}`
}

type SpellingGuess = { name: SQL; expression: SQL; lookup: IndexLookup }

function buildSpellingGuess(spelling: number, isAsked: SQL): SpellingGuess {
  const name = sql.raw(`corrected_${spelling}`)
  const match = sql`(select expression from ${name})`
  return {
    name,
    expression: sql`iif(${isAsked}, ${correctedSearchExpressionSql({
      spellings: searchParameter('spellings'),
      place: spelling,
      known: searchParameter('corrections'),
    })}, null)`,
    lookup: {
      name: `alike_${spelling}`,
      match,
      firsts: likeAtMost,
      isAsked: sql`${match} is not null`,
    },
  }
}
export const isNothingFound = sql`not (${hasIndexMatches(plain)} or ${hasIndexMatches(joined)})`
const guessedWords = buildSpellingGuess(0, isNothingFound)
const foundByWords = sql`(select count(*) from ${firstRowIdsCteName(guessedWords.lookup.name)})`
const guesses = [
  guessedWords,
  /** The words joined find names that share a single word: only where few are found. */
  buildSpellingGuess(1, sql`${isNothingFound} and ${foundByWords} < ${literal(fewFound)}`),
]

const expressions = guesses.map(({ name }) => sql`(select expression from ${name})`)
/** A row where words were corrected: cached, and passed to the next search for the same words. */
export const correctionsRow = sql`select 'corrections', ${correctionsJson(expressions)}
  from ${guessedWords.name} where expression is not null`

const p = alias(eventParticipants, 'p')

function eventContainsPattern(pattern: SQL): SQL {
  // No pattern has a colon.
  const names = sql`(${e.name} || ':' || coalesce(${e.streamingAccountName}, ''))`
  return sql`(${containsPattern(names, pattern)} or exists (
    select 1 from ${p} where ${p.eventId} = ${e.id}
    and ${containsPattern(sql`${p.displayName}`, pattern)}))`
}

const categoryCtes = [
  sql`in_category as materialized (${upcomingOrLiveEvents(searchParameter('now'), {
    where: sql`and ${e.category} = ${searchParameter('category')}`,
    limit: sql`iif(${searchParameter('otherPatterns')} = '[]', ${shown}, ${literal(inCategoryAtMost)})`,
  })})`,
  sql`with_words as materialized (select in_category.id from in_category cross join ${e} on ${e.id} = in_category.id
    where not exists (select 1 from json_each(${searchParameter('otherPatterns')}) other
      where not ${eventContainsPattern(sql`other.value`)}) limit ${shown})`,
]
const selectCategoryTiers = sql`
  union all select ${literal(indexKinds.event)}, id, ${literal(matchTiers.category)} from with_words
  union all select * from (select ${literal(indexKinds.event)}, id, ${literal(matchTiers.categoryAlone)}
    from in_category where not exists (select 1 from with_words) limit ${shown})`

/** Each look-up runs only where those before left room, the last only where nothing was found. */
export function candidateCtes(types: readonly SearchType[], isOfCategory = false): SQL {
  const ctes = [
    searchTypesCte(types),
    ...lookupCtes(plain),
    sql`plain_names as materialized (${rowIdsAmongKinds(plain, sql`types`, containsAtMost)})`,
    ...lookupCtes(joined),
    sql`names as materialized (select kind, n & 4294967295 as id from plain_names
      union select kind, n & 4294967295
        from (${rowIdsAmongKinds(joined, kindsWithRoom, containsAtMost)}))`,
    sql`counts as materialized (select kind, count(*) as held from names group by kind)`,
    sql`aliases(kind) as materialized (select alias from types
      left join counts on +counts.kind = types.kind
      where alias is not null and coalesce(held, 0) < ${enough})`,
    sql`others as materialized (select ${owner} from (
      ${rowIdsAmongKinds(plain, sql`aliases`, aliasesAtMost)}
      union ${rowIdsAmongKinds(joined, selectIfIndexMatches(joined, sql`select kind from aliases`), aliasesAtMost)}))`,
    wordPartsCte(searchParameter('spellings')),
    ...guesses.flatMap(({ name, expression, lookup }) => [
      sql`${name} as materialized (select ${expression} as expression)`,
      ...lookupCtes(lookup),
    ]),
    sql`alike as materialized (select ${owner} from (${sql.join(
      guesses.flatMap(({ lookup }) => [
        rowIdsAmongKinds(
          lookup,
          selectIfIndexMatches(lookup, sql`select kind from types`),
          likeAtMost,
        ),
        rowIdsAmongKinds(lookup, selectIfIndexMatches(lookup, allAliases), aliasesAtMost),
      ]),
      sql` union all `,
    )}))`,
    sql`grams as materialized (select value from json_each(${searchParameter('grams')}))`,
    sql`word_patterns as materialized (
      select value from json_each(${searchParameter('wordPatterns')}))`,
    sql`begun as materialized (
      select kind, ${rowIdsOfKind(searchParameter('begins'), firstWordsAtMost)} as list
      from counts k where held > min(${shown}, ${literal(containsAtMost - 1)}))`,
    ...(isOfCategory ? categoryCtes : []),
    sql`candidates as materialized (${selectMatchTiers(isOfCategory ? selectCategoryTiers : sql``)})`,
  ]
  return sql.join(ctes, sql`, `)
}
const allAliases = sql`select alias as kind from types where alias is not null`
const kindsWithRoom = selectIfIndexMatches(
  joined,
  sql`select kind from types where ${enough} >
    (select count(*) from plain_names where +plain_names.kind = types.kind)`,
)

/** Which words are whole is asked only where not all that begin so are shown. */
const selectMatchTiers = (further: SQL) => sql`select kind, id, min(tier) as tier from (
  select kind, value & 4294967295 as id, ${literal(matchTiers.beginsWhole)} as tier from (
    select kind, ${rowIdsOfKind(searchParameter('whole'), firstWordsAtMost)} as list
    from begun k where json_array_length(list) > min(${shown}, ${literal(firstWordsAtMost - 1)}))
    cross join json_each(list)
  union all select kind, value & 4294967295, ${literal(matchTiers.begins)}
    from begun cross join json_each(list)
  union all select kind, id, ${literal(matchTiers.contains)} from names
  union all select kind, id, ${literal(matchTiers.otherNames)} from others
  union all select kind, id, ${literal(matchTiers.corrected)} from alike${further}) group by kind, id`
