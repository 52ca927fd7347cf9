import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeArchive } from '../local/backup/archive.ts'
import { restoreArchive } from '../local/backup/restore-archive.ts'
import { takeSnapshot } from '../local/backup/snapshot.ts'
import { openLocalDatabase, serveDatabase } from '../local/database.ts'
import { openScaleSet } from './scale-site.ts'

/** Times a backup of a scale set and its restore; the pictures of a set are drawn, so it has none. */
const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } })
const folder = mkdtempSync(join(tmpdir(), 'hypecal-bench-restore-'))
const file = join(folder, 'backup.ndjson.gz')
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)

async function timed<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  const began = performance.now()
  peak = 0
  const value = await run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${what.padEnd(10)}${seconds.padStart(8)} s, ${megabytes(peak)} of memory at most`)
  return value
}

const set = await openScaleSet(values.small ? 'small' : 'large')
try {
  const counts = await timed('backup', () =>
    writeArchive(file, Date.now(), takeSnapshot(set.db, undefined)),
  )
  const rows = Object.values(counts.tables).reduce((sum, count) => sum + count, 0)
  console.log(`${rows} rows, ${megabytes(statSync(file).size)}`)
  const authToken = 'for-one-run'
  const server = await serveDatabase(folder, authToken)
  const db = openLocalDatabase({ url: server.url, authToken })
  await timed('restore', () => restoreArchive(file, db, undefined))
  await server.close()
} finally {
  clearInterval(watch)
  await set.libsql.close()
  rmSync(folder, { recursive: true, force: true })
}
