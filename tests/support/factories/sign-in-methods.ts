import { hour } from '#tests/support/drivers/durations.ts'
import { passkeys, signInCodes } from '#worker/db/schema/accounts.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { insertInto, insertRow, query, type TestBackend } from './rows.ts'

/** With `mark-passkeys` where people may read it, and `secret-…` in what nobody may. */
export async function insertPasskey(
  worker: TestBackend,
  userId: number,
  createdAt: number,
): Promise<number> {
  const own = { userId, createdAt }
  await insertInto(worker, recoveryCodes, { ...own, hash: `secret-recovery-${userId}` })
  return insertRow(worker, passkeys, {
    ...own,
    name: 'mark-passkeys',
    credentialId: `secret-credential-${userId}`,
    publicKey: 'secret-public-key',
    counter: 0,
    transports: ['internal'],
    challengedAt: createdAt,
  })
}

export async function insertSignInCode(
  worker: TestBackend,
  userId: number,
  at: number,
): Promise<void> {
  const [person] = await query<{ email: string; key: string }>(
    worker,
    'select email, email_key as key from users where id = ?',
    userId,
  )
  if (!person) throw new Error('no such member')
  await insertRow(worker, signInCodes, {
    id: `secret-code-id-${userId}`,
    requestHash: `secret-request-${userId}`,
    codeHash: 'secret-code-hash',
    email: person.email,
    emailKey: person.key,
    language: 'en',
    isKnownDevice: false,
    createdAt: at,
    expiresAt: at + hour,
  })
}
