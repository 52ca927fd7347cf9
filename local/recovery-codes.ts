import { sql } from 'drizzle-orm'
import { batch } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { replaceRecoveryCodes } from '#worker/features/accounts/passkeys/new-recovery-codes.ts'
import { openDeployedDatabase } from './open-here.ts'
import { formatReason } from './reason.ts'

try {
  const [username] = process.argv.slice(2)
  if (!username) throw new Error('name the member: npm run recovery-codes -- username')
  const db = await openDeployedDatabase()
  const { person } = await batch(db, 'read', {
    person: selectFirst(
      { id: users.id },
      sql`from ${users} where ${users.usernameKey} = ${username.toLowerCase()}
          and ${users.role} <> 'member'`,
    ),
  })
  if (!person) throw new Error(`${username} is no moderator or administrator`)
  const { codes, statements } = replaceRecoveryCodes(person.id, Date.now())
  await batch(db, 'write', statements)
  console.log(['Shown only now; older codes no longer work.', ...codes].join('\n'))
} catch (error) {
  console.error(`No codes: ${formatReason(error)}`)
  process.exit(1)
}
