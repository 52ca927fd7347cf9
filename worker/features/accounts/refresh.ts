import type { Context } from 'hono'
import type { Ctx, Visitor } from '#worker/context.ts'
import { clearTokenCookies, readTokenCookies, setTokenCookies } from '#worker/http/cookies.ts'
import type { TokensView } from './contract.ts'
import { isSessionOver, refreshSession } from './sessions.ts'

/** Rotates the refresh token given, else the cookie's; a session that is over takes its cookies along. */
export async function refreshCookies(
  ctx: Ctx<Visitor>,
  http: Context,
  given: string | undefined,
): Promise<TokensView> {
  const own = readTokenCookies(http).refresh
  const presented = given ?? own
  try {
    const tokens = await refreshSession(ctx, presented)
    setTokenCookies(http, tokens)
    return tokens
  } catch (error) {
    // Another token than the browser's own says nothing about the session of its cookies.
    const isOwn = own === undefined || own === presented
    if (isOwn && isSessionOver(error)) clearTokenCookies(http)
    throw error
  }
}
