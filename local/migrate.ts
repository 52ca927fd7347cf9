import { createAdministrator } from './administrator.ts'
import { openMigratedDatabase } from './database.ts'
import { oneLineReason } from './reason.ts'

/** Migrates the database at DATABASE_URL, and creates its first administrator if one is named. */
try {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN, ADMIN_USERNAME, ADMIN_PASSWORD } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set')
  const db = await openMigratedDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN })
  console.log('The schema is up to date.')
  if (ADMIN_USERNAME) {
    const made = await createAdministrator(db, {
      username: ADMIN_USERNAME,
      password: ADMIN_PASSWORD,
    })
    const password = made?.isGenerated ? `, password: ${made.password} (shown only now)` : ''
    console.log(
      made ? `Administrator ${made.username}${password}` : 'There is an administrator already.',
    )
  }
} catch (error) {
  console.error(`Not migrated: ${oneLineReason(error)}`)
  process.exit(1)
}
