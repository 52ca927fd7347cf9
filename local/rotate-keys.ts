import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rotateEncryptionKey } from './keys/rotate-encryption-key.ts'
import { runLongCommand } from './long-command.ts'
import { openDeployedDatabase } from './open-here.ts'
import type { Progress } from './progress.ts'
import { UserError } from './reason.ts'

const usage = 'npm run rotate-keys -- --key FILE --previous FILE (/dev/stdin for either)'

function readKeyFile(file: string | undefined): string {
  if (file === undefined) throw new UserError(`usage: ${usage}`)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new UserError(`${file} holds no key of at least 32 characters`)
  return key
}

/** Encrypts the stored values at DATABASE_URL with the present key; keys are never arguments. */
async function rotateKeys(progress: Progress): Promise<number> {
  const { values } = parseArgs({
    options: { key: { type: 'string' }, previous: { type: 'string' } },
  })
  const keys = {
    ENCRYPTION_KEY: readKeyFile(values.key),
    ENCRYPTION_KEY_PREVIOUS: readKeyFile(values.previous),
  }
  const db = await openDeployedDatabase()
  const columns = await rotateEncryptionKey(db, keys, progress)
  for (const { column, rotated, unreadable } of columns) {
    console.log(`${column}: ${rotated} encrypted anew, ${unreadable} of neither key`)
  }
  await db.$client.execute({
    sql: `insert into security_events (at, kind) values (?, 'keys_rotated')`,
    args: [Date.now()],
  })
  // Without this the former key would be taken away while values still need it.
  return columns.some(({ unreadable }) => unreadable > 0) ? 2 : 0
}

await runLongCommand(
  {
    failure: 'Keys not rotated',
    stopped:
      'Stopped; some values need the former key still: keep both. Next: the same npm run rotate-keys',
  },
  rotateKeys,
)
