import { hmac } from '@oslojs/crypto/hmac'
import { SHA256 } from '@oslojs/crypto/sha2'
import { decodeBase64IgnorePadding, encodeBase64 } from '@oslojs/encoding'
import { equalsInConstantTime } from '#worker/auth/crypto.ts'

/** Older and later calls are refused: whoever recorded one cannot send it again much later. */
const toleranceSeconds = 5 * 60

/** Signed call as Svix sends them, which signs the webhooks of Resend. */
export type SignedCall = { id: string; timestamp: string; signatures: string; body: string }

function computeSignature(secret: string, { id, timestamp, body }: SignedCall): string {
  const key = decodeBase64IgnorePadding(secret.replace(/^whsec_/, ''))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  return `v1,${encodeBase64(hmac(SHA256, key, content))}`
}

/** One signature of several is enough: two are sent while a secret is changed. */
export function isWebhookSignatureValid(secret: string, call: SignedCall, now: number): boolean {
  const seconds = Number(call.timestamp)
  const isRecent = Math.abs(now / 1000 - seconds) <= toleranceSeconds
  if (!isRecent || !/^\d+$/.test(call.timestamp) || call.id === '') return false
  const expected = computeSignature(secret, call)
  const givenSignatures = call.signatures.split(' ').slice(0, 10)
  return givenSignatures.some((givenSignature) => equalsInConstantTime(givenSignature, expected))
}
