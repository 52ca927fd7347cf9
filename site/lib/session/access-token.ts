import type { Scope } from '#worker/contracts/enumerations.ts'

/** What the readable token says; the server checks it, the page only follows it. */
function claimsOf(token: string | undefined): {
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
  const { scopes } = claimsOf(token)
  return Array.isArray(scopes) ? scopes : []
}

/** What tells one session from another. */
export function readSessionId(token: string | undefined): string {
  return String(claimsOf(token).sid)
}

/** By the clock of this device: an answer of 401 still has the last word. */
export function isExpired(token: string, now: number): boolean {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && exp * 1000 <= now
}

/** The subject of the token, which identifies the account. */
export function readAccountId(token: string | undefined): string {
  return String(claimsOf(token).sub)
}
