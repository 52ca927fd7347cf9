import { getTableName, sql, type Column, type SQL } from 'drizzle-orm'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { createCommand, queryRows } from '#worker/db/statement.ts'
import { decrypt, encrypt, deriveKeyId } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import type { Config } from '#worker/env.ts'
import { noProgress, type Progress } from '#local/progress.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const rowsPerPage = 200

export type ColumnRotationResult = {
  column: string
  rotated: number
  /** Values of neither key: left as they are. */
  unreadable: number
}

type EncryptionKeys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS'>

/** A run that was cut off is repeated: what has the present key's id is skipped. */
export async function rotateEncryptionKey(
  db: Database,
  keys: EncryptionKeys,
  progress: Progress = noProgress,
): Promise<ColumnRotationResult[]> {
  const counts = await batch(
    db,
    'read',
    encryptedColumns.map((column) => countFormerKeyValues(keys, column)),
  )
  progress.start(
    'Values',
    counts.reduce((sum, [countRow]) => sum + (countRow?.count ?? 0), 0),
  )
  const done: ColumnRotationResult[] = []
  for (const column of encryptedColumns)
    done.push(await reencryptColumn(db, keys, column, progress))
  progress.stop()
  return done
}

async function reencryptColumn(
  db: Database,
  keys: EncryptionKeys,
  column: Column,
  progress: Progress,
): Promise<ColumnRotationResult> {
  const counts = {
    column: `${getTableName(column.table)}.${column.name}`,
    rotated: 0,
    unreadable: 0,
  }
  let after = 0
  for (;;) {
    progress.signal.throwIfAborted()
    const { page } = await batch(db, 'read', { page: selectFormerKeyValues(keys, column, after) })
    const writes = page.map(({ row, value }) => {
      const encrypted = reencryptValue(keys, value)
      return encrypted === undefined
        ? undefined
        : updateEncryptedValue(column, { row, value, encrypted })
    })
    const rotated = writes.filter((write) => write !== undefined)
    if (rotated.length > 0) await batch(db, 'write', rotated)
    counts.rotated += rotated.length
    counts.unreadable += page.length - rotated.length
    after = page.at(-1)?.row ?? after
    progress.add(page.length)
    if (page.length < rowsPerPage) return counts
  }
}

function isEncryptedWithFormerKey({ ENCRYPTION_KEY }: EncryptionKeys, column: Column): SQL {
  return sql`${column} is not null and ${column} not glob ${`*.${deriveKeyId(ENCRYPTION_KEY)}`}`
}

function countFormerKeyValues(
  keys: EncryptionKeys,
  column: Column,
): Statement<{ count: number }[]> {
  return queryRows(
    { count: sql<number>`count` },
    sql`select count(*) as count from ${column.table} where ${isEncryptedWithFormerKey(keys, column)}`,
  )
}

function selectFormerKeyValues(
  keys: EncryptionKeys,
  column: Column,
  after: number,
): Statement<{ row: number; value: string }[]> {
  return queryRows(
    { row: sql<number>`rowid`, value: sql<string>`value` },
    sql`select rowid, ${column} as value from ${column.table} where rowid > ${after}
      and ${isEncryptedWithFormerKey(keys, column)} order by rowid limit ${rowsPerPage}`,
  )
}

function reencryptValue(keys: EncryptionKeys, value: string): string | undefined {
  try {
    return encrypt(keys.ENCRYPTION_KEY, decrypt(listEncryptionKeys(keys), value))
  } catch {
    return undefined
  }
}

/** Unless the member changed it meanwhile. */
function updateEncryptedValue(
  column: Column,
  { row, value, encrypted }: { row: number; value: string; encrypted: string },
): Statement {
  return createCommand(sql`update ${column.table} set ${sql.raw(column.name)} = ${encrypted}
    where rowid = ${row} and ${column} = ${value}`)
}
