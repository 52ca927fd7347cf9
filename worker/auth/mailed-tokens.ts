import { hmacSha256, randomToken } from './crypto.ts'

export function createTokenId(): string {
  return randomToken(16)
}

/**
 * A mailed single-use secret. It is derived from its id, so that the mail can be written when it is
 * sent while the database holds only the id and a hash. Programs open links by themselves: opening one
 * changes nothing, its page explains the action and asks for confirmation.
 */
export function createAccountToken(
  secret: string,
  id = createTokenId(),
): { id: string; token: string } {
  return { id, token: signAccountToken(secret, id) }
}

export function signAccountToken(secret: string, id: string): string {
  return `${id}${hmacSha256(secret, `account-token:${id}`)}`
}
