import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rotateEncryptionKey } from './keys/rotate-encryption-key.ts'
import { openMigratedDatabase } from './database.ts'
import { UserError, oneLineReason } from './reason.ts'

const usage = 'npm run rotate-keys -- --key FILE --previous FILE (/dev/stdin for either)'

function readKey(file: string | undefined): string {
  if (file === undefined) throw new UserError(`usage: ${usage}`)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new UserError(`${file} holds no key of at least 32 characters`)
  return key
}

/** Encrypts the stored values at DATABASE_URL with the present key; keys are never arguments. */
try {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN } = process.env
  const { values } = parseArgs({
    options: { key: { type: 'string' }, previous: { type: 'string' } },
  })
  if (!DATABASE_URL) throw new UserError('DATABASE_URL is not set')
  const keys = {
    ENCRYPTION_KEY: readKey(values.key),
    ENCRYPTION_KEY_PREVIOUS: readKey(values.previous),
  }
  const db = await openMigratedDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN })
  const columns = await rotateEncryptionKey(db, keys)
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
