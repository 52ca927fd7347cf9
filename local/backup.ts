import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeArchive, type Counts } from './backup/archive.ts'
import { countRows, takeSnapshot } from './backup/snapshot.ts'
import { openSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { createProgress, stopAtInterrupt, watch } from './progress.ts'
import { UserError, oneLineReason } from './reason.ts'

const usage = 'npm run backup -- --to DIR|FILE [--verify] [--without-media]'

const progress = createProgress()
const stopped = new UserError('it was stopped, and nothing is left of it')

function fileIn(path: string, now: number): string {
  const isFolder = path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return resolve(isFolder ? join(path, `hypecal-${time}Z.ndjson.gz`) : path)
}

export function describeCounts({ tables, objects, bytes }: Counts): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables, ${objects} pictures and files of ${bytes} bytes`
}

async function backUp(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'without-media': { type: 'boolean', default: false },
    },
  })
  if (!values.to) throw new UserError(`usage: ${usage}`)
  const now = Date.now()
  const file = fileIn(values.to, now)
  if (existsSync(file)) throw new UserError(`${file} exists already`)
  mkdirSync(dirname(file), { recursive: true })
  const sources = await openSources({ isWithoutMedia: values['without-media'] })
  try {
    progress.start('Rows', await countRows(sources.db))
    const records = watch(takeSnapshot(sources.db, sources.media), progress, ({ kind }) =>
      kind === 'row' ? 1 : 0,
    )
    const counts = await writeArchive(file, now, records, stopAtInterrupt(stopped))
    progress.stop()
    console.log(`${file}: ${describeCounts(counts)}`)
  } finally {
    await sources.close()
  }
  if (!values.verify) return
  await verifyBackup(file, progress)
  console.log('Restored into a temporary database: every row and byte is the same.')
}

try {
  await backUp()
} catch (error) {
  progress.stop()
  console.error(`No backup: ${oneLineReason(error)}`)
  process.exitCode = 1
}
