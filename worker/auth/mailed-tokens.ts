import { hmacSha256, randomToken } from './crypto.ts'

export function createTokenId(): string {
  return randomToken(16)
}

/** Derived from its id: the mail is written when sent, while the database holds a hash alone. */
export function createAccountToken(
  secret: string,
  id = createTokenId(),
): { id: string; token: string } {
  return { id, token: signAccountToken(secret, id) }
}

export function signAccountToken(secret: string, id: string): string {
  return `${id}${hmacSha256(secret, `account-token:${id}`)}`
}
