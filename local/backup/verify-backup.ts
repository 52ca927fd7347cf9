import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalDatabase, serveDatabase } from '#local/database.ts'
import { noProgress, type Progress } from '#local/progress.ts'
import { UserError } from '#local/reason.ts'
import type { ArchiveRecord } from './archive.ts'
import { openLocalMedia } from './media-store.ts'
import { readArchiveRecords, restoreArchive } from './restore-archive.ts'
import { takeSnapshot } from './snapshot.ts'

const authToken = 'of-a-database-for-one-comparison'

export async function verifyBackup(file: string, progress: Progress = noProgress): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-verify-'))
  const server = await serveDatabase(folder, authToken)
  const media = await openLocalMedia(folder)
  try {
    const db = openLocalDatabase({ url: server.url, authToken })
    await restoreArchive(file, db, media.store, { progress })
    progress.start('Comparing', statSync(file).size)
    await compareRecords(readArchiveRecords(file, progress), takeSnapshot(db, media.store))
    progress.stop()
  } finally {
    await media.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws UserError that names the table or the picture of the first difference */
async function compareRecords(
  expected: AsyncIterable<ArchiveRecord>,
  foundRecords: AsyncIterable<ArchiveRecord>,
): Promise<void> {
  const others = foundRecords[Symbol.asyncIterator]()
  let checkedTable = 'schema'
  let columns: [expected: string[], found: string[]] = [[], []]
  for await (const record of expected) {
    if (record.kind === 'table') checkedTable = record.name
    if (record.kind === 'object') checkedTable = record.key
    const { value } = (await others.next()) as IteratorResult<ArchiveRecord, undefined>
    if (record.kind === 'table' && value?.kind === 'table')
      columns = [record.columns, value.columns]
    if (!areRecordsEqual(record, value, columns)) {
      throw new UserError(`the restored copy differs in ${checkedTable}`)
    }
  }
  const { done } = await others.next()
  if (!done) throw new UserError(`the restored copy has more than the backup after ${checkedTable}`)
}

function areRecordsEqual(
  expectedRecord: ArchiveRecord,
  other: ArchiveRecord | undefined,
  [columns, otherColumns]: [string[], string[]],
): boolean {
  if (JSON.stringify(expectedRecord) === JSON.stringify(other)) return true
  if (expectedRecord.kind === 'table' && other?.kind === 'table') {
    return (
      expectedRecord.name === other.name &&
      expectedRecord.columns.toSorted().join() === other.columns.toSorted().join()
    )
  }
  if (expectedRecord.kind !== 'row' || other?.kind !== 'row') return false
  // Numbers may be equal once read that are not as written.
  if (columns.join() === otherColumns.join()) return false
  return sortRowValues(columns, expectedRecord.json) === sortRowValues(otherColumns, other.json)
}

function sortRowValues(columns: string[], json: string): string {
  const row = JSON.parse(json) as unknown[]
  const values = columns.map((column, index) => [column, row[index]] as const)
  return JSON.stringify(values.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
