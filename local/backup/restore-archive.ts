import { statSync } from 'node:fs'
import type { InStatement } from '@libsql/client/web'
import type { LocalDatabase } from '#local/database.ts'
import { noProgress, trackProgress, type Progress } from '#local/progress.ts'
import { formatReason, UserError } from '#local/reason.ts'
import { readArchive, type ArchiveRecord } from './archive.ts'
import { convertPreSquashRecords } from './before-squash.ts'
import type { MediaStore } from './media-store.ts'
import { assertKnownSchema, migrateToVersion } from './schema-version.ts'
import { listTables, quoteName } from './tables.ts'

const chunkRows = 2_000
const chunkBytes = 1_000_000

export type RestoreOptions = {
  progress?: Progress
  /** Identifier of the one that the journal of withdrawals is of. */
  installation?: string
  /** A part of the restore: where that fails, the database is empty again. */
  finish?: () => Promise<void>
}

/**
 * @throws UserError when the file is damaged or of another release or installation, or the database
 *   not empty
 */
export async function restoreArchive(
  file: string,
  db: LocalDatabase,
  media: MediaStore | undefined,
  { progress = noProgress, installation, finish }: RestoreOptions = {},
): Promise<void> {
  const { size } = statSync(file)
  await assertEmptyDatabase(db)
  progress.start('Checking', size)
  await checkArchive(file, progress, installation)
  // The check of a large file takes minutes.
  await assertEmptyDatabase(db)
  progress.start('Restoring', size)
  const writer = createArchiveWriter(db, media)
  try {
    for await (const record of readArchiveRecords(file, progress)) await writer.add(record)
    await writer.end()
    await finish?.()
  } catch (error) {
    await dropAllTables(db, error)
    progress.signal.throwIfAborted()
    throw error
  }
  progress.stop()
}

async function checkArchive(
  file: string,
  progress: Progress,
  installation: string | undefined,
): Promise<void> {
  let table = ''
  let isOwn = installation === undefined
  for await (const record of readArchiveRecords(file, progress)) {
    if (record.kind === 'schema') assertKnownSchema(record)
    else if (record.kind === 'table') table = record.name
    else if (record.kind === 'row' && table === 'installation')
      isOwn ||= (JSON.parse(record.json) as unknown[]).includes(installation)
  }
  if (!isOwn)
    throw new UserError('the journal of withdrawals is of another installation than the backup')
}

export function readArchiveRecords(file: string, progress: Progress): AsyncIterable<ArchiveRecord> {
  return convertPreSquashRecords(trackProgress(readArchive(file, progress.add), progress))
}

/** Search indexes first, as their tables go with them; one at a time, as a call may time out. */
async function dropAllTables({ $client }: LocalDatabase, failure: unknown): Promise<void> {
  try {
    for (const kind of ['create virtual table%', '%']) {
      const { rows } = await $client.execute({
        sql: `select type, name from sqlite_master where type in ('table', 'view') and sql like ?
          and name not like 'sqlite\\_%' escape '\\'`,
        args: [kind],
      })
      for (const { type, name } of rows) {
        await $client.migrate([`drop ${String(type)} ${quoteName(String(name))}`])
      }
    }
  } catch (error) {
    const reasons = `${formatReason(failure)}; and ${formatReason(error)}`
    throw new UserError(`the database is half full, restore into a new one: ${reasons}`, {
      cause: error,
    })
  }
}

async function assertEmptyDatabase({ $client }: LocalDatabase): Promise<void> {
  const { rows } = await $client.execute(
    `select name from sqlite_master where name not like 'sqlite\\_%' escape '\\' limit 1`,
  )
  if (rows.length > 0) throw new UserError('the database is not empty: restore into a new one')
}

/** Rows hold what triggers did, but for the search indexes; some refer to later rows. */
async function dropTriggersAndRows({ $client }: LocalDatabase): Promise<string[]> {
  const { rows } = await $client.execute(
    `select name, sql from sqlite_master where type = 'trigger'
      and not (name glob 'search_*_insert') order by name`,
  )
  const tables = await listTables($client)
  await $client.migrate([
    ...rows.map((row) => `drop trigger ${quoteName(String(row['name']))}`),
    // The backup has what migrations put there, too.
    ...tables.map(({ name }) => `delete from ${quoteName(name)}`),
  ])
  return rows.map((row) => String(row['sql']))
}

type RowChunk = { insertSql: string; rows: string[]; bytes: number }

function buildInsertSql(table: string, columns: string[]): string {
  const values = columns.map((_, index) => `value ->> ${index}`).join(', ')
  return `insert into ${quoteName(table)} (${columns.map(quoteName).join(', ')})
    select ${values} from json_each(?) order by json_each.key`
}

function createArchiveWriter(db: LocalDatabase, media: MediaStore | undefined) {
  const { $client } = db
  let triggers: string[] = []
  let chunk: RowChunk = { insertSql: '', rows: [], bytes: 0 }
  let object: { key: string; type: string; parts: Buffer[] } | undefined
  let highest: Record<string, number> = {}

  async function flushRows(): Promise<void> {
    if (chunk.rows.length === 0) return
    await $client.migrate([{ sql: chunk.insertSql, args: [`[${chunk.rows.join(',')}]`] }])
    chunk = { ...chunk, rows: [], bytes: 0 }
  }

  async function flushObject(): Promise<void> {
    if (object) await media?.write(object.key, object.type, Buffer.concat(object.parts))
    object = undefined
  }

  async function add(record: ArchiveRecord): Promise<void> {
    if (record.kind === 'row') {
      chunk.rows.push(record.json)
      chunk.bytes += record.json.length
      if (chunk.rows.length === chunkRows || chunk.bytes >= chunkBytes) await flushRows()
    } else if (record.kind === 'bytes') object?.parts.push(Buffer.from(record.base64, 'base64'))
    else if (record.kind === 'schema') {
      await migrateToVersion(db, record)
      triggers = await dropTriggersAndRows(db)
    } else if (record.kind === 'table') {
      await flushRows()
      chunk = { insertSql: buildInsertSql(record.name, record.columns), rows: [], bytes: 0 }
    } else if (record.kind === 'sequences') {
      await flushRows()
      highest = record.highest
      await finishTables()
    } else {
      await flushObject()
      object = { key: record.key, type: record.type, parts: [] }
    }
  }

  async function finishTables(): Promise<void> {
    const sequences = Object.entries(highest).map(([name, seq]): InStatement => ({
      sql: 'insert into sqlite_sequence (name, seq) values (?, ?)',
      args: [name, seq],
    }))
    await $client.migrate(['delete from sqlite_sequence', ...sequences, ...triggers])
    const { rows } = await $client.execute('pragma foreign_key_check')
    if (rows.length > 0) throw new UserError('a row of the backup refers to one that is missing')
  }

  return { add, end: flushObject }
}
