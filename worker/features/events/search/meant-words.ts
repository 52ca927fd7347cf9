import { sql, type SQL } from 'drizzle-orm'
import { literal } from './index-lookups.ts'

/** Words of all names that one misspelt word is compared with, and that are then looked up. */
const wordsComparedAtMost = 200
const wordsMeantAtMost = 6

/** The most similar of all words, each with ` OR ` behind it. */
const similarWords = sql`(select group_concat('"' || word || '"', ' OR ') || ' OR ' from (
  select word, (select count(*) from json_each(w.value, '$.parts')
      where instr(' ' || word || ' ', value)) * 1.0
      / (length(word) + json_array_length(w.value, '$.parts')) as similarity
    from search_words where id in (select rowid from search_word_parts
      where search_word_parts match w.value ->> 'similar' limit ${literal(wordsComparedAtMost)})
    order by similarity desc limit ${literal(wordsMeantAtMost)}))`

/** Text that finds a search with each word put right, made by the database from the words it knows. */
export function meantExpression(spellings: SQL): SQL {
  return sql`select group_concat('(' || words || ')', ' OR ') from (
    select group_concat('(' || coalesce(${similarWords}, '')
      || (w.value ->> 'exact') || ')', ' AND ') as words
    from json_each(${spellings}) one, json_each(one.value) w group by one.key)`
}
