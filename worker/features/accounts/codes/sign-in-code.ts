import { hmacSha256, randomToken, sha256 } from '#worker/auth/crypto.ts'
import { codeDigits } from './contract.ts'

export const codeLifetimeSeconds = 600
export const maxAttemptsPerCode = 5

const bytesRead = 6

/** Derived from its id, so that the mail can be written when it is sent. */
export function deriveSignInCode(secret: string, id: string): string {
  const mac = Buffer.from(hmacSha256(secret, `sign-in-code:${id}`), 'base64url')
  return String(mac.readUIntBE(0, bytesRead) % 10 ** codeDigits).padStart(codeDigits, '0')
}

/** Keyed, because six digits can be guessed from a plain hash, and bound to the request. */
export function hashSignInCode(secret: string, requestHash: string, code: string): string {
  return hmacSha256(secret, `sign-in-code-hash:${requestHash}:${code}`)
}

export function hashCodeRequestToken(request: string): string {
  return sha256(request)
}

type NewSignInCode = { id: string; request: string; requestHash: string; codeHash: string }

export function createSignInCode(secret: string): NewSignInCode {
  const id = randomToken(16)
  const request = randomToken()
  const requestHash = hashCodeRequestToken(request)
  return {
    id,
    request,
    requestHash,
    codeHash: hashSignInCode(secret, requestHash, deriveSignInCode(secret, id)),
  }
}
