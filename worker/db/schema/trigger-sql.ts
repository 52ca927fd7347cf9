import { Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'

export type TriggerRow<Of extends Table> = { [Name in keyof Of['_']['columns']]: string }

export function triggerRow<Of extends Table>(table: Of, row: 'old' | 'new'): TriggerRow<Of> {
  const columns = Object.entries(getTableColumns(table))
  const texts = columns.map(([key, { name }]) => [key, `${row}.\`${name}\``])
  return Object.fromEntries(texts) as TriggerRow<Of>
}

/** The text of a trigger or a part of one: it names tables and columns; strings are SQL. */
export function ddl(
  texts: TemplateStringsArray,
  ...parts: (Table | Column | string | number)[]
): string {
  const names = parts.map((part) => {
    if (typeof part !== 'object') return String(part)
    return `\`${part instanceof Column ? part.name : getTableName(part)}\``
  })
  return String.raw({ raw: texts }, ...names)
}

/** By name: the text from `AFTER` or `BEFORE` on. */
export type Triggers = Record<string, string>

/** Nested calls of `replace`; all texts are SQL but the replacements. */
export function buildReplaceSql(
  text: string,
  pairs: (readonly [from: string, to: string])[],
): string {
  const ends = pairs.map(([from, to]) => `, ${from}, '${to}')`)
  return `${'replace('.repeat(pairs.length)}${text}${ends.join('')}`
}
