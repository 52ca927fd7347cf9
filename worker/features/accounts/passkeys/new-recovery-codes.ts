import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { sql } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder } from '#worker/db/client.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { insert, jsonField, jsonRows, remove } from '#worker/db/writes.ts'
import { sha256 } from '#worker/auth/crypto.ts'

const codesPerMember = 10

/** 80 random bits in 16 letters and digits. */
function createRecoveryCode(): string {
  return encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(10)))
}

/** `abcd-efgh-ijkl-mnop`. */
function formatRecoveryCode(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

const removeCodes = prepare(({ userId }: Params<{ userId: UserId }>) =>
  remove(recoveryCodes, { where: sql`${recoveryCodes.userId} = ${userId}` }),
)

/** The former codes work no longer. */
export function replaceRecoveryCodes(userId: UserId, now: number) {
  const codes = Array.from({ length: codesPerMember }, createRecoveryCode)
  const rows = codes.map((code) => ({ hash: sha256(code) }))
  return {
    codes: codes.map(formatRecoveryCode),
    statements: inOrder([
      removeCodes({ userId }),
      insert(
        recoveryCodes,
        { hash: jsonField<string>('hash'), userId, createdAt: now },
        { from: jsonRows(rows) },
      ),
    ]),
  }
}
