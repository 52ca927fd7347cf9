import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { Scope } from '#worker/contracts/enumerations.ts'
import { idParam, SessionId, UserId } from '#worker/contracts/ids.ts'
import { deriveKeyId } from './crypto.ts'

/** The cookie lives longer (30 days) than the token in it. */
export const accessTokenSeconds = 15 * 60

const Claims = v.object({
  sub: idParam(UserId),
  sid: SessionId,
  scopes: v.array(Scope),
  iat: v.number(),
  exp: v.number(),
})
export type Claims = v.InferOutput<typeof Claims>

function encodeSecret(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}

export function signAccessToken(
  secret: string,
  now: number,
  claims: { userId: UserId; sessionId: SessionId; scopes: Scope[] },
): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ sid: claims.sessionId, scopes: claims.scopes })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: deriveKeyId(secret) })
    .setSubject(String(claims.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(encodeSecret(secret))
}

export async function verifyAccessToken(
  secrets: readonly string[],
  now: number,
  token: string,
): Promise<Claims | undefined> {
  for (const secret of secrets) {
    if (!mayBeSignedWith(secret, token)) continue
    try {
      const { payload } = await jwtVerify(token, encodeSecret(secret), {
        algorithms: ['HS256'],
        currentDate: new Date(now),
      })
      return v.parse(Claims, payload)
    } catch {
      // The token is altered, expired or signed with another secret.
    }
  }
  return undefined
}

function mayBeSignedWith(secret: string, token: string): boolean {
  try {
    const { kid } = decodeProtectedHeader(token)
    return kid === undefined || kid === deriveKeyId(secret)
  } catch {
    return false
  }
}
