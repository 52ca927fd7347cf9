import type { PathOf } from '#site/lib/api-calls.ts'
import { accessTokenCookie } from '#site/lib/storage-keys.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RequestPayload = { body?: unknown; headers?: Record<string, string> }
export type SendRequest = (
  method: Method,
  path: string,
  token: string | undefined,
  sent?: RequestPayload,
) => Promise<Response>

export type SessionDependencies = {
  readCookie: (name: string) => string | undefined
  /** One at a time, over all tabs. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>
  onRefresh: () => void
  onSessionEnd: () => void
  onLeave: () => void
}

type RefreshOutcome = 'refreshed' | 'ended' | 'unavailable'

export const logoutPath: PathOf<'post'> = 'auth/logout'
const refreshPath: PathOf<'post'> = 'auth/refresh_access_token'
const logoutTimeoutMs = 2000

export function createSessionManager(dependencies: SessionDependencies, send: SendRequest) {
  const { readCookie, exclusively, onRefresh, onSessionEnd, onLeave } = dependencies
  let refreshing: Promise<RefreshOutcome> | undefined
  let ending: Promise<void> | undefined

  function hasNewerToken(staleToken: string | undefined): boolean {
    const token = readCookie(accessTokenCookie)
    return token !== undefined && token !== staleToken
  }

  /** The server clears the cookies that scripts cannot, before the next login. */
  async function logOut(token: string | undefined): Promise<void> {
    const logout = send('POST', logoutPath, token).catch(() => undefined)
    await Promise.race([logout, new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs))])
  }

  async function endNow(token: string | undefined): Promise<void> {
    onSessionEnd()
    await logOut(token)
    onLeave()
  }

  async function refresh(staleToken: string | undefined): Promise<RefreshOutcome> {
    if (hasNewerToken(staleToken)) return 'refreshed'
    const isLoggedOut = readCookie(accessTokenCookie) === undefined
    if (!isLoggedOut) {
      const { ok, status } = await send('POST', refreshPath, undefined)
      if (ok || hasNewerToken(staleToken)) return 'refreshed'
      // Only a refusal ends a session; a network or server error does not.
      if (status !== 401) return 'unavailable'
    }
    await endNow(staleToken)
    return 'ended'
  }

  async function refreshAndNotify(staleToken: string | undefined): Promise<RefreshOutcome> {
    const outcome = await exclusively(() => refresh(staleToken))
    if (outcome === 'refreshed') onRefresh()
    return outcome
  }

  function end(token: string | undefined): Promise<void> {
    ending ??= exclusively(async () => {
      if (!hasNewerToken(token)) await endNow(token)
    }).finally(() => {
      ending = undefined
    })
    return ending
  }

  function refreshOnce(staleToken: string | undefined): Promise<RefreshOutcome> {
    refreshing ??= refreshAndNotify(staleToken).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return { refreshOnce, end }
}
