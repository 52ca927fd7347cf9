import type { Scope } from '#worker/contract.ts'

/** What the readable token says; the server checks it, the page only follows it. */
export function scopesOfToken(token: string | undefined): Scope[] {
  try {
    const payload = token?.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const { scopes } = JSON.parse(new TextDecoder().decode(bytes)) as { scopes?: unknown }
    return Array.isArray(scopes) ? scopes : []
  } catch {
    return []
  }
}
