import type { Context } from 'hono'
import { hmacSha256, equalsInConstantTime, randomToken } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import { clearCookies, readCookie, setCookie } from '#worker/auth/own-cookie.ts'

/**
 * A mark on a device that has signed in to an account, so that tries from elsewhere cannot lock its
 * owner out (OWASP's device cookie): `nonce.expiry.seal of the username.seal of the e-mail`.
 */
const name = 'known_device'
const yearSeconds = 365 * 86_400

type UserNameKeys = { usernameKey: string; emailKey: string | null }
type TokenContext = {
  now: number
  config: { JWT_SECRET: string; JWT_SECRET_PREVIOUS?: string | undefined }
}

function signDeviceTicket(secret: string, ticket: string, key: string): string {
  return hmacSha256(secret, `known-device:${ticket}:${key}`)
}

export function createDeviceToken(
  clock: TokenContext,
  { usernameKey, emailKey }: UserNameKeys,
): string {
  const ticket = `${randomToken(16)}.${Math.floor(clock.now / 1000) + yearSeconds}`
  const signatures = [usernameKey, emailKey ?? usernameKey].map((key) =>
    signDeviceTicket(clock.config.JWT_SECRET, ticket, key),
  )
  return [ticket, ...signatures].join('.')
}

export function findKnownDevice(
  clock: TokenContext,
  token: string | undefined,
  nameKey: string,
): string | undefined {
  const [nonce = '', expiry = '', ...signatures] = (token ?? '').split('.')
  const expected = listSigningSecrets(clock.config).map((secret) =>
    signDeviceTicket(secret, `${nonce}.${expiry}`, nameKey),
  )
  const isSigned = signatures.some((signature) =>
    expected.some((expectedSignature) => equalsInConstantTime(signature, expectedSignature)),
  )
  return isSigned && Number(expiry) * 1000 > clock.now ? nonce : undefined
}

export function readDeviceToken(c: Context): string | undefined {
  return readCookie(c, name)
}

/** With the account: it would tell that there was one. */
export function clearDeviceToken(c: Context): void {
  clearCookies(c, name)
}

export function setDeviceToken(c: Context, token: string): void {
  setCookie(c, name, token)
}
