import { sql, type SQL } from 'drizzle-orm'
import { literal } from './index-lookups.ts'

/** Words of all names that one misspelt word is compared with, and that are then looked up. */
const wordsComparedAtMost = 200
const wordsMeantAtMost = 6

/** `parts`: what each `word` of a `spelling` consists of, of which similar words share some. */
export function partsCte(spellings: SQL): SQL {
  return sql`parts as materialized (select one.key as spelling, w.key as word, part.value as part
    from json_each(${spellings}) one, json_each(one.value) w, json_each(w.value, '$.parts') part)`
}

/** The most similar of all words, each with ` OR ` behind it. */
function similarWords(spelling: SQL): SQL {
  return sql`(select group_concat('"' || word || '"', ' OR ') || ' OR ' from (
    select word, (select count(*) from parts where spelling = ${spelling} and parts.word = w.key
        and instr(' ' || search_words.word || ' ', part)) * 1.0
        / (length(word) + json_array_length(w.value, '$.parts')) as similarity
      from search_words where id in (select rowid from search_word_parts
        where search_word_parts match w.value ->> 'similar' limit ${literal(wordsComparedAtMost)})
      order by similarity desc limit ${literal(wordsMeantAtMost)}))`
}

/** Text that finds one spelling of a search with each word put right, made by the database from the words it knows. */
export function meantExpression(spellings: SQL, spelling: SQL): SQL {
  return sql`select group_concat('(' || coalesce(${similarWords(spelling)}, '')
      || (w.value ->> 'exact') || ')', ' AND ')
    from json_each(${spellings}, '$[' || ${spelling} || ']') w`
}
