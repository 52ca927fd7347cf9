import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'

/** SQL removes no accents: patterns have each letter in all forms that our languages write. */
const forms: Record<string, string> = {
  a: 'aáàâäãåÁÀÂÄÃÅ',
  c: 'cçÇ',
  e: 'eéèêëÉÈÊË',
  i: 'iíìîïÍÌÎÏ',
  n: 'nñÑ',
  o: 'oóòôöõÓÒÔÖÕ',
  u: 'uúùûüÚÙÛÜ',
  y: 'yýÿÝŸ',
}

/** For GLOB; safe, as words have letters and digits alone. */
export function buildPattern(word: string): string {
  return [...word].map((letter) => (letter in forms ? `[${forms[letter]}]` : letter)).join('')
}

const separators = [' ', '-', '_', ':', ',', '.', '!', '?', '&', "'", '’', '"']
const mostSeparators = 12

function removeSeparatorsSql(name: SQL): SQL {
  return separators.reduce(
    (text, separator) => sql`replace(${text}, ${sql.raw(`'${separator.replace("'", "''")}'`)}, '')`,
    sql`lower(${name})`,
  )
}

function removeSpacesSql(name: SQL): SQL {
  return sql`lower(replace(${name}, ' ', ''))`
}

export function containsPattern(name: SQL, pattern: SQL): SQL {
  return sql`${removeSpacesSql(name)} glob '*' || ${pattern} || '*'`
}

export function beginsWithPattern(name: SQL, pattern: SQL): SQL {
  return sql`${removeSpacesSql(name)} glob ${pattern} || '*'`
}

/** The length is compared first: it costs much less. */
export function matchesPattern(name: SQL, { pattern, length }: { pattern: SQL; length: SQL }): SQL {
  return sql`(length(${name}) between ${length} and ${length} + ${literal(mostSeparators)}
    and ${removeSeparatorsSql(name)} glob ${pattern})`
}
