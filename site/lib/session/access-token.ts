import type { Scope } from '#worker/contracts/enumerations.ts'

/** Unverified: the server checks the token, the page only follows it. */
function decodeTokenClaims(token: string | undefined): {
  scopes?: unknown
  sid?: unknown
  sub?: unknown
  exp?: unknown
} {
  try {
    const payload = (token?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    return Object(JSON.parse(atob(payload))) as object
  } catch {
    return {}
  }
}

export function readScopes(token: string | undefined): Scope[] {
  const { scopes } = decodeTokenClaims(token)
  return Array.isArray(scopes) ? scopes : []
}

export function readSessionId(token: string | undefined): string {
  return String(decodeTokenClaims(token).sid)
}

/** By the clock of this device: an answer of 401 still has the last word. */
export function isExpired(token: string, now: number): boolean {
  const { exp } = decodeTokenClaims(token)
  return typeof exp === 'number' && exp * 1000 <= now
}

export function readAccountId(token: string | undefined): string {
  return String(decodeTokenClaims(token).sub)
}
