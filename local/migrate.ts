import { createAdministrator } from './administrator.ts'
import { listAddressCollisions } from './address-collisions.ts'
import { runLongCommand } from './long-command.ts'
import { openDeployedDatabase } from './open-here.ts'
import { trackEstimatedProgress, type Progress } from './progress.ts'
import { UserError } from './reason.ts'

const usualMs = 2_000

async function migrateDatabase(progress: Progress): Promise<void> {
  const { ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_EMAIL } = process.env
  const db = await trackEstimatedProgress(
    progress,
    { step: 'Schema', usualMs },
    openDeployedDatabase,
  )
  console.log('The schema is up to date.')
  for (const pair of await listAddressCollisions(db)) {
    console.warn(`${pair} have one e-mail address: keep one of them.`)
  }
  if (!ADMIN_USERNAME) return
  progress.signal.throwIfAborted()
  if (!ADMIN_EMAIL)
    throw new UserError('ADMIN_USERNAME needs ADMIN_EMAIL, an address that you read')
  const administrator = await createAdministrator(db, {
    username: ADMIN_USERNAME,
    password: ADMIN_PASSWORD,
    email: ADMIN_EMAIL,
  })
  const password = administrator?.isGenerated
    ? `, password: ${administrator.password} (shown only now)`
    : ''
  console.log(
    administrator
      ? `Administrator ${administrator.username}${password}`
      : 'There is an administrator already.',
  )
}

await runLongCommand(
  {
    failure: 'Not migrated',
    stopped: 'Stopped; each migration is whole or not there. Next: npm run migrate',
  },
  migrateDatabase,
)
