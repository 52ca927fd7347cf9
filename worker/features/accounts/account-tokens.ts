import { hmacSha256, randomToken } from '#worker/platform/crypto.ts'

/**
 * A mailed single-use secret. It is derived from its id, so that the mail can be written when it is
 * sent while the database holds only the id and a hash.
 */
export function newAccountToken(secret: string): { id: string; token: string } {
  const id = randomToken(16)
  return { id, token: accountToken(secret, id) }
}

export function accountToken(secret: string, id: string): string {
  return `${id}${hmacSha256(secret, `account-token:${id}`)}`
}
