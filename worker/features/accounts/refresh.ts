import type { Context } from 'hono'
import type { Ctx, Visitor } from '#worker/context.ts'
import { clearTokenCookies, readTokenCookies, setTokenCookies } from '#worker/auth/cookies.ts'
import type { TokensView } from './contract.ts'
import { hasSessionEnded, refreshSession } from './sessions.ts'

/** Rotates the given refresh token, else the cookie's; an ended session clears its cookies. */
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
    // A token from the body says nothing about the session of the cookies.
    const isOwn = own === undefined || own === presented
    if (isOwn && hasSessionEnded(error)) clearTokenCookies(http)
    throw error
  }
}
