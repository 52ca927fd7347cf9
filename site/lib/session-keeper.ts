export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Send = (
  method: Method,
  path: string,
  token: string | undefined,
  body?: unknown,
) => Promise<Response>

export type SessionSurroundings = {
  readCookie: (name: string) => string | undefined
  /** One at a time, over all tabs. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>
  onRefresh: () => void
  /** Everything that is kept of the person in this browser goes. */
  onSessionEnd: () => void
  /** The page is left for login. */
  onLeave: () => void
}

type Refresh = 'refreshed' | 'ended' | 'unavailable'

/** How long the page waits for the server to hear that the session is over. */
const farewellMs = 2000

/** Refreshes tokens and ends sessions, each once for all calls and tabs that ask for it. */
export function createSessionKeeper(surroundings: SessionSurroundings, send: Send) {
  const { readCookie, exclusively, onRefresh, onSessionEnd, onLeave } = surroundings
  let refreshing: Promise<Refresh> | undefined
  let ending: Promise<void> | undefined

  /** Another tab, or a request just before this one, has fresh tokens. */
  function isSucceeded(staleToken: string | undefined): boolean {
    const token = readCookie('access_token')
    return token !== undefined && token !== staleToken
  }

  /** The server clears what no script may touch, before anybody can sign in again. */
  async function sayGoodbye(token: string | undefined): Promise<void> {
    const said = send('POST', 'auth/logout', token).catch(() => undefined)
    await Promise.race([said, new Promise((resolve) => setTimeout(resolve, farewellMs))])
  }

  async function endNow(token: string | undefined): Promise<void> {
    onSessionEnd()
    await sayGoodbye(token)
    onLeave()
  }

  async function refresh(staleToken: string | undefined): Promise<Refresh> {
    if (isSucceeded(staleToken)) return 'refreshed'
    // Logged out meanwhile, in another tab: there is nothing to go on with.
    const isLeft = readCookie('access_token') === undefined
    if (!isLeft) {
      const { ok, status } = await send('POST', 'auth/refresh_access_token', undefined)
      if (ok || isSucceeded(staleToken)) return 'refreshed'
      // Only a refusal ends a session, no trouble on the way.
      if (status !== 401) return 'unavailable'
    }
    await endNow(staleToken)
    return 'ended'
  }

  async function refreshAndTell(staleToken: string | undefined): Promise<Refresh> {
    const outcome = await exclusively(() => refresh(staleToken))
    if (outcome === 'refreshed') onRefresh()
    return outcome
  }

  /** Unless somebody has signed in since, the session of this token is over: on both sides. */
  function end(token: string | undefined): Promise<void> {
    ending ??= exclusively(async () => {
      if (!isSucceeded(token)) await endNow(token)
    }).finally(() => {
      ending = undefined
    })
    return ending
  }

  function refreshOnce(staleToken: string | undefined): Promise<Refresh> {
    refreshing ??= refreshAndTell(staleToken).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return { refreshOnce, end }
}
