import type { LocalDatabase } from '#local/database.ts'
import type { MediaStore } from './media-store.ts'
import { journalPrefix } from '#worker/features/operations/journal/journal.ts'
import type { ArchiveRecord } from './archive.ts'
import { readSchemaVersion } from './schema-version.ts'
import { listTables, quoteName, type Connection, type StoredTable } from './tables.ts'

const pageBytes = 1_000_000
const firstPage = 100
const largestPage = 5_000
/** A multiple of three, so that base64 has no padding within an object. */
const chunkBytes = 48 * 1024

/** Rows first, as of one instant: the bucket keeps what a row showed for a week. */
export async function* takeSnapshot(
  db: LocalDatabase,
  media: MediaStore | undefined,
): AsyncGenerator<ArchiveRecord> {
  const transaction = await db.$client.transaction('read')
  try {
    yield { kind: 'schema', ...(await readSchemaVersion(db)) }
    for (const table of await listTables(transaction)) {
      yield { kind: 'table', name: table.name, columns: table.columns }
      for await (const row of readRowRecords(transaction, table)) yield { kind: 'row', json: row }
    }
    const { rows } = await transaction.execute(
      'select name, seq from sqlite_sequence order by name',
    )
    const highest = rows.map((row) => [String(row['name']), Number(row['seq'])] as const)
    yield { kind: 'sequences', highest: Object.fromEntries(highest) }
  } finally {
    transaction.close()
  }
  if (media) yield* readMediaRecords(media)
}

export async function countDatabaseRows({ $client }: LocalDatabase): Promise<number> {
  const tables = await listTables($client)
  const counts = tables.map(({ name }) => `(select count(*) from ${quoteName(name)})`)
  const { rows } = await $client.execute(`select ${['0', ...counts].join(' + ')} as count`)
  return Number(rows[0]?.['count'])
}

/** Each row as a JSON list, written by the database, so that no value passes through a number. */
async function* readRowRecords(
  db: Connection,
  { name, columns, key }: StoredTable,
): AsyncGenerator<string> {
  const keys = key.map(quoteName).join(', ')
  const selected = key.map((column, index) => `${quoteName(column)} as k${index}`).join(', ')
  const line = `json_array(${columns.map(quoteName).join(', ')})`
  const marks = key.map(() => '?').join(', ')
  let after: (string | number)[] | undefined
  let limit = firstPage
  for (;;) {
    const { rows } = await db.execute({
      sql: `select ${line} as line, ${selected} from ${quoteName(name)}
        ${after ? `where (${keys}) > (${marks})` : ''} order by ${keys} limit ?`,
      args: [...(after ?? []), limit],
    })
    let bytes = 0
    for (const row of rows) {
      const json = String(row['line'])
      bytes += json.length
      yield json
    }
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = key.map((_, index) => last[`k${index}`] as string | number)
    const fitting = Math.floor((pageBytes * rows.length) / bytes)
    limit = Math.min(largestPage, Math.max(firstPage / 10, fitting))
  }
}

async function* readMediaRecords(media: MediaStore): AsyncGenerator<ArchiveRecord> {
  for await (const { key, size } of media.list()) {
    // Newer than every backup, or of no use.
    if (key.startsWith(journalPrefix)) continue
    const { type, bytes } = await media.read(key)
    yield { kind: 'object', key, type, size }
    let remainingBytes = Buffer.alloc(0)
    for await (const chunk of bytes) {
      const buffered = Buffer.concat([remainingBytes, chunk])
      const end = buffered.length - (buffered.length % chunkBytes)
      for (let at = 0; at < end; at += chunkBytes) {
        yield { kind: 'bytes', base64: buffered.toString('base64', at, at + chunkBytes) }
      }
      remainingBytes = buffered.subarray(end)
    }
    if (remainingBytes.length > 0)
      yield { kind: 'bytes', base64: remainingBytes.toString('base64') }
  }
}
