import { sql, type SQL } from 'drizzle-orm'
import { createBoundedMap } from '#worker/contracts/memo.ts'
import { literal } from '#worker/db/conditions.ts'
import type { SearchTerms } from './terms.ts'

const wordsComparedAtMost = 200
const correctionsAtMost = 6

/** `parts`: what each `word` of a `spelling` consists of, of which similar words share some. */
export function wordPartsCte(spellings: SQL): SQL {
  return sql`parts as materialized (select one.key as spelling, w.key as word, part.value as part
    from json_each(${spellings}) one, json_each(one.value) w, json_each(w.value, '$.parts') part)`
}

/** The most similar of all words, each with ` OR ` behind it. */
function selectSimilarWordsSql(spelling: SQL): SQL {
  return sql`(select group_concat('"' || word || '"', ' OR ') || ' OR ' from (
    select word, (select count(*) from parts where spelling = ${spelling} and parts.word = w.key
        and instr(' ' || search_words.word || ' ', part)) * 1.0
        / (length(word) + json_array_length(w.value, '$.parts')) as similarity
      from search_words where id in (select rowid from search_word_parts
        where search_word_parts match w.value ->> 'similar' limit ${literal(wordsComparedAtMost)})
      order by similarity desc limit ${literal(correctionsAtMost)}))`
}

/** Words are only added: with the same newest one they are all the same. */
const newestWord = sql`(select max(id) from search_words)`

type SpellingReference = {
  spellings: SQL
  place: number
  known: SQL
}

export function correctedSearchExpressionSql({ spellings, place, known }: SpellingReference): SQL {
  const spelling = literal(place)
  return sql`coalesce(
    iif(${known} ->> '$[0]' = ${newestWord}, ${known} ->> '$[${literal(place + 1)}]', null),
    (select group_concat('(' || coalesce(${selectSimilarWordsSql(spelling)}, '')
        || (w.value ->> 'exact') || ')', ' AND ')
      from json_each(${spellings}, '$[' || ${spelling} || ']') w))`
}

/** JSON: the newest word, and the corrected expression of each spelling, null where not asked. */
export function correctionsJson(expressions: SQL[]): SQL<string> {
  return sql<string>`json_array(${newestWord}, ${sql.join(expressions, sql`, `)})`
}

const corrections = createBoundedMap<string>(500)

function toCorrectionsKey({ words }: SearchTerms): string {
  return words.join(' ')
}

export function findCachedCorrections(terms: SearchTerms): string | null {
  return corrections.get(toCorrectionsKey(terms)) ?? null
}

export function cacheCorrections(terms: SearchTerms, text: string): void {
  corrections.set(toCorrectionsKey(terms), text)
}
