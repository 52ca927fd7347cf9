import { createAdministrator } from './administrator.ts'
import { listAddressCollisions } from './address-collisions.ts'
import { openMigratedDatabase } from './database.ts'
import { oneLineReason } from './reason.ts'

/** Migrates the database at DATABASE_URL, and creates its first administrator if one is named. */
try {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN, ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_EMAIL } =
    process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set')
  const db = await openMigratedDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN })
  console.log('The schema is up to date.')
  for (const pair of await listAddressCollisions(db)) {
    console.warn(`${pair} have one e-mail address: keep one of them.`)
  }
  if (ADMIN_USERNAME) {
    if (!ADMIN_EMAIL) throw new Error('ADMIN_USERNAME needs ADMIN_EMAIL, an address that you read')
    const made = await createAdministrator(db, {
      username: ADMIN_USERNAME,
      password: ADMIN_PASSWORD,
      email: ADMIN_EMAIL,
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
