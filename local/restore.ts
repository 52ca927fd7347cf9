import { parseArgs } from 'node:util'
import { restoreArchive } from './backup/restore-archive.ts'
import { openSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { createProgress } from './progress.ts'
import { UserError, oneLineReason } from './reason.ts'

const usage = 'npm run restore -- --from FILE [--verify] [--without-media]'

const progress = createProgress()

/** With `--verify` the restore goes into a temporary database, and leaves the configured one alone. */
async function restore(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'without-media': { type: 'boolean', default: false },
    },
  })
  if (!values.from) throw new UserError(`usage: ${usage}`)
  if (values.verify) {
    await verifyBackup(values.from, progress)
    console.log('Restored into a temporary database: every row and byte is the same.')
    return
  }
  const sources = await openSources({ isWithoutMedia: values['without-media'] })
  process.once('SIGINT', () => {
    progress.stop()
    console.error('Not restored: stopped halfway. Run it again into a new, empty database.')
    process.exit(130)
  })
  try {
    await restoreArchive(values.from, sources.db, sources.media, progress)
    console.log('Restored. Run npm run migrate before a newer release uses the database.')
  } finally {
    await sources.close()
  }
}

try {
  await restore()
} catch (error) {
  progress.stop()
  console.error(`Not restored: ${oneLineReason(error)}`)
  process.exitCode = 1
}
