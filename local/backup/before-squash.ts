import { normalizeSeriesName } from '#worker/contracts/series-name.ts'
import { lastMigrationBeforeSquash } from '#worker/db/before-squash.ts'
import type { ArchiveRecord } from './archive.ts'
import { readFirstSchemaVersion } from './schema-version.ts'

/** Records of other backups pass as they are. */
export async function* convertPreSquashRecords(
  records: AsyncIterable<ArchiveRecord>,
): AsyncGenerator<ArchiveRecord> {
  let isOld = false
  let convert: ((row: unknown[]) => unknown[]) | undefined
  for await (const record of records) {
    if (record.kind === 'schema' && record.hash === lastMigrationBeforeSquash.hash) {
      isOld = true
      yield { kind: 'schema', ...readFirstSchemaVersion() }
    } else if (isOld && record.kind === 'table') {
      convert = undefined
      if (record.name === 'events') {
        const name = record.columns.indexOf('name')
        const key = record.columns.indexOf('series_key')
        convert = (row) => row.with(key, normalizeSeriesName(String(row[name])))
        yield { ...record, columns: record.columns.with(key, 'series_name') }
      } else yield record
    } else if (convert && record.kind === 'row') {
      const row = convert(JSON.parse(record.json) as unknown[])
      yield { kind: 'row', json: JSON.stringify(row) }
    } else yield record
  }
}
