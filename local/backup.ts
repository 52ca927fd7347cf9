import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeArchive, type Counts } from './backup/archive.ts'
import { countDatabaseRows, takeSnapshot } from './backup/snapshot.ts'
import { openBackupSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { journalFileOf, writeJournalFile } from './backup/withdrawal-journal.ts'
import { runLongCommand } from './long-command.ts'
import { trackProgress, type Progress } from './progress.ts'
import { UserError } from './reason.ts'

const usage = 'npm run backup -- --to DIR|FILE [--verify] [--without-media]'

function resolveBackupFile(path: string, now: number): string {
  const isFolder = path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return resolve(isFolder ? join(path, `hypecal-${time}Z.ndjson.gz`) : path)
}

export function formatBackupCounts({ tables, objects, bytes }: Counts): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables, ${objects} pictures and files of ${bytes} bytes`
}

async function runBackup(progress: Progress): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'without-media': { type: 'boolean', default: false },
    },
  })
  if (!values.to) throw new UserError(`usage: ${usage}`)
  const now = Date.now()
  const file = resolveBackupFile(values.to, now)
  if (existsSync(file)) throw new UserError(`${file} exists already`)
  mkdirSync(dirname(file), { recursive: true })
  const sources = await openBackupSources({ isWithoutMedia: values['without-media'] })
  try {
    progress.start('Rows', await countDatabaseRows(sources.db))
    const records = trackProgress(takeSnapshot(sources.db, sources.media), progress, ({ kind }) =>
      kind === 'row' ? 1 : 0,
    )
    const counts = await writeArchive(file, now, records, progress.signal)
    progress.stop()
    console.log(`${file}: ${formatBackupCounts(counts)}`)
    const entries = await writeJournalFile(sources.db, journalFileOf(file))
    console.log(`${journalFileOf(file)}: ${entries} deletions and withdrawals`)
  } finally {
    await sources.close()
  }
  if (!values.verify) return
  await verifyBackup(file, progress)
  console.log('Restored into a temporary database: every row and byte is the same.')
}

await runLongCommand(
  {
    failure: 'No backup',
    stopped:
      'Stopped; a backup that was not whole is gone. Next: the same npm run backup, or,' +
      ' if it was whole, npm run restore -- --from FILE --verify',
  },
  runBackup,
)
