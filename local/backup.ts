import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeArchive, type Counts } from './backup/archive.ts'
import { takeSnapshot } from './backup/snapshot.ts'
import { openSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { UserError, oneLineReason } from './reason.ts'

const usage = 'npm run backup -- --to DIR|FILE [--verify] [--without-media]'

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
    const counts = await writeArchive(file, now, takeSnapshot(sources.db, sources.media))
    console.log(`${file}: ${describeCounts(counts)}`)
  } finally {
    await sources.close()
  }
  if (!values.verify) return
  await verifyBackup(file)
  console.log('Restored into a temporary database: every row and byte is the same.')
}

try {
  await backUp()
} catch (error) {
  console.error(`No backup: ${oneLineReason(error)}`)
  process.exitCode = 1
}
