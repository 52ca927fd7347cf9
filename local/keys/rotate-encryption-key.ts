import { getTableName, sql, type Column } from 'drizzle-orm'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { command, queryRows } from '#worker/db/statement.ts'
import { decrypt, encrypt, keyId } from '#worker/auth/crypto.ts'
import { encryptionKeys } from '#worker/auth/keys.ts'
import type { Config } from '#worker/env.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const rowsPerPage = 200

export type RotatedColumn = {
  column: string
  /** Encrypted anew in this run. */
  rotated: number
  /** Of neither key: left as they are. */
  unreadable: number
}

type Keys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS'>

/**
 * Encrypts every stored value with the present key, a page at a time. A run that was cut off is
 * repeated: what has the present key's id is skipped.
 */
export async function rotateEncryptionKey(db: Database, keys: Keys): Promise<RotatedColumn[]> {
  const done: RotatedColumn[] = []
  for (const column of encryptedColumns) done.push(await rotateColumn(db, keys, column))
  return done
}

async function rotateColumn(db: Database, keys: Keys, column: Column): Promise<RotatedColumn> {
  const counts = {
    column: `${getTableName(column.table)}.${column.name}`,
    rotated: 0,
    unreadable: 0,
  }
  let after = 0
  for (;;) {
    const { page } = await batch(db, 'read', { page: selectPage(keys, column, after) })
    const writes = page.map(({ row, value }) => {
      const encrypted = encryptAnew(keys, value)
      return encrypted === undefined ? undefined : replaceValue(column, { row, value, encrypted })
    })
    const rotated = writes.filter((one) => one !== undefined)
    if (rotated.length > 0) await batch(db, 'write', rotated)
    counts.rotated += rotated.length
    counts.unreadable += page.length - rotated.length
    after = page.at(-1)?.row ?? after
    if (page.length < rowsPerPage) return counts
  }
}

function selectPage(
  { ENCRYPTION_KEY }: Keys,
  column: Column,
  after: number,
): Statement<{ row: number; value: string }[]> {
  return queryRows(
    { row: sql<number>`rowid`, value: sql<string>`value` },
    sql`select rowid, ${column} as value from ${column.table} where rowid > ${after}
      and ${column} is not null and ${column} not glob ${`*.${keyId(ENCRYPTION_KEY)}`}
      order by rowid limit ${rowsPerPage}`,
  )
}

function encryptAnew(keys: Keys, value: string): string | undefined {
  try {
    return encrypt(keys.ENCRYPTION_KEY, decrypt(encryptionKeys(keys), value))
  } catch {
    return undefined
  }
}

/** Unless the member changed it meanwhile. */
function replaceValue(
  column: Column,
  { row, value, encrypted }: { row: number; value: string; encrypted: string },
): Statement {
  return command(sql`update ${column.table} set ${sql.raw(column.name)} = ${encrypted}
    where rowid = ${row} and ${column} = ${value}`)
}
