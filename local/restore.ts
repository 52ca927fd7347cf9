import { parseArgs } from 'node:util'
import { pseudonymise } from './backup/pseudonymise.ts'
import { restoreArchive } from './backup/restore-archive.ts'
import { openBackupSources, type BackupSources } from './backup/sources.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { applyJournal, readJournal } from './backup/withdrawal-journal.ts'
import { migrate } from './database.ts'
import { runLongCommand } from './long-command.ts'
import type { Progress } from './progress.ts'
import { UserError } from './reason.ts'

const usage =
  'npm run restore -- --from FILE [--verify] [--without-media] [--journal FILE … | --without-journal]' +
  ' [--pseudonymise]'

const options = {
  from: { type: 'string' },
  verify: { type: 'boolean', default: false },
  'without-media': { type: 'boolean', default: false },
  journal: { type: 'string', multiple: true, default: [] as string[] },
  'without-journal': { type: 'boolean', default: false },
  pseudonymise: { type: 'boolean', default: false },
} as const

/** With `--verify` the restore goes into a temporary database, not the configured one. */
async function restoreDatabase(progress: Progress): Promise<void> {
  const { values } = parseArgs({ options })
  const { from, journal: files, pseudonymise: isCopy } = values
  if (!from) throw new UserError(`usage: ${usage}`)
  if (values.verify) {
    await verifyBackup(from, progress)
    console.log('Restored into a temporary database: every row and byte is the same.')
    return
  }
  const sources = await openBackupSources({ isWithoutMedia: values['without-media'] })
  try {
    const journal = values['without-journal'] ? undefined : await requireJournal(sources, files)
    const lines: string[] = []
    // Pictures show people: a copy for staging has none.
    const media = isCopy ? undefined : sources.media
    const finish = async () => {
      if (!journal && !isCopy) return
      await migrate(sources.db)
      if (journal) {
        const { erased, withdrawn } = await applyJournal(sources.db, media, journal)
        lines.push(`Since the backup: ${erased} deleted again, ${withdrawn} withdrawn again.`)
      }
      if (isCopy) {
        await pseudonymise(sources.db)
        lines.push('Names, addresses, secrets and texts of members are replaced; nothing is sent.')
      }
    }
    await restoreArchive(from, sources.db, media, {
      progress,
      finish,
      ...(journal && { installation: journal.installation }),
    })
    for (const line of lines) console.log(line)
    console.log('Restored. Run npm run migrate before a newer release uses the database.')
  } finally {
    await sources.close()
  }
}

async function requireJournal({ media }: BackupSources, files: readonly string[]) {
  const journal = await readJournal({ media, files })
  if (journal) return journal
  throw new UserError(
    'there is no journal of deletions and withdrawals in the bucket: name the newest copy with' +
      ' --journal FILE, or restore --without-journal, and who left since the backup is back',
  )
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
