import { rotateEncryptionKey } from './keys/rotate-encryption-key.ts'
import { openMigratedDatabase } from './database.ts'
import { UserError, oneLineReason } from './reason.ts'

/** Encrypts the stored values at DATABASE_URL with the present key. */
try {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN, ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS } = process.env
  if (!DATABASE_URL) throw new UserError('DATABASE_URL is not set')
  if (!ENCRYPTION_KEY || ENCRYPTION_KEY.length < 32) {
    throw new UserError('ENCRYPTION_KEY must be the present key of the worker')
  }
  const db = await openMigratedDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN })
  const columns = await rotateEncryptionKey(db, { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS })
  for (const { column, rotated, unreadable } of columns) {
    console.log(`${column}: ${rotated} encrypted anew, ${unreadable} of neither key`)
  }
  await db.$client.execute({
    sql: `insert into security_events (at, kind) values (?, 'keys_rotated')`,
    args: [Date.now()],
  })
  // Without this the former key would be taken away while values still need it.
  if (columns.some(({ unreadable }) => unreadable > 0)) process.exitCode = 2
} catch (error) {
  console.error(`Keys not rotated: ${oneLineReason(error)}`)
  process.exitCode = 1
}
