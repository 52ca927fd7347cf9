import type { Client, Transaction } from '@libsql/client/web'

export type Connection = Pick<Client | Transaction, 'execute'>

export type StoredTable = {
  name: string
  columns: string[]
  key: string[]
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Foreign names of the driver and of the replication of a server. */
const foreignNames = /^(sqlite_|_litestream|libsql_|__drizzle)/

/** Every table that holds rows of its own: a search index is made again from the others. */
export async function listTables(db: Connection): Promise<StoredTable[]> {
  const { rows } = await db.execute(
    `select name, sql from sqlite_master where type = 'table' order by name`,
  )
  const schemaEntries = rows.map((row) => ({ name: String(row['name']), sql: String(row['sql']) }))
  const indexes = schemaEntries.filter(({ sql }) => /^create virtual table/i.test(sql))
  const isOfIndex = (name: string) =>
    indexes.some((index) => name === index.name || name.startsWith(`${index.name}_`))
  const projectEntries = schemaEntries.filter(
    ({ name }) => !foreignNames.test(name) && !isOfIndex(name),
  )
  const tables: StoredTable[] = []
  for (const { name, sql } of projectEntries) {
    const isWithoutRowid = /\bwithout\s+rowid\s*$/i.test(sql)
    tables.push(await readTableColumns(db, name, isWithoutRowid))
  }
  return tables.toSorted(compareSearchWordsFirst)
}

async function readTableColumns(
  db: Connection,
  name: string,
  isWithoutRowid: boolean,
): Promise<StoredTable> {
  const { rows } = await db.execute({
    sql: 'select name, pk from pragma_table_info(?) order by cid',
    args: [name],
  })
  const keys = rows
    .filter((row) => Number(row['pk']) > 0)
    .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
  return {
    name,
    columns: rows.map((row) => String(row['name'])),
    key: isWithoutRowid ? keys.map((row) => String(row['name'])) : ['rowid'],
  }
}

/** The triggers that fill the search indexes add no word that is stored already. */
function compareSearchWordsFirst(table: StoredTable, other: StoredTable): number {
  const isWords = ({ name }: StoredTable) => Number(name === 'search_words')
  return isWords(other) - isWords(table)
}
