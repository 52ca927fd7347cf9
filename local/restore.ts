import { parseArgs } from 'node:util'
import { restoreArchive } from './backup/restore-archive.ts'
import { openBackupSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { runLongCommand } from './long-command.ts'
import type { Progress } from './progress.ts'
import { UserError } from './reason.ts'

const usage = 'npm run restore -- --from FILE [--verify] [--without-media]'

/** With `--verify` the restore goes into a temporary database, not the configured one. */
async function restoreDatabase(progress: Progress): Promise<void> {
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
  const sources = await openBackupSources({ isWithoutMedia: values['without-media'] })
  try {
    await restoreArchive(values.from, sources.db, sources.media, progress)
    console.log('Restored. Run npm run migrate before a newer release uses the database.')
  } finally {
    await sources.close()
  }
}

await runLongCommand(
  {
    failure: 'Not restored',
    stopped:
      'Stopped; nothing is restored, and a database that was being filled is empty again.' +
      ' Next: the same npm run restore',
  },
  restoreDatabase,
)
