import type { Context } from 'hono'
import { read, type Ctx, type Visitor } from '#worker/context.ts'
import { admit, type Access, type ActorFor } from './access.ts'
import { readTokenCookies } from './cookies.ts'
import { AppError } from './errors.ts'

export type Tokens = { access_token: string; refresh_token: string }
type Tools = {
  refresh: (ctx: Ctx<Visitor>, refreshToken: string) => Promise<Tokens>
  keep: (tokens: Tokens) => void
}

/**
 * Admits a page's reader by cookie, refreshing an expired access token on the server. Answers the
 * redirect where the reader may not enter: guests to login, others to the access-denied page. The
 * fresh tokens go to `keep`: cookies can only be set on the page's answer, which is not there yet.
 */
export async function guardPage<const Level extends Exclude<Access, 'visitor'>>(
  c: Context,
  visitor: Ctx<Visitor>,
  access: Level,
  { refresh, keep }: Tools,
): Promise<Ctx<ActorFor[Level]> | Response> {
  const cookies = readTokenCookies(c)
  try {
    return await admit(visitor, access, cookies.access)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.kind === 'forbidden') return redirectTo(localised(c, '/unauthorized'))
  }
  try {
    if (!cookies.refresh) return redirectTo(loginPath(c))
    const tokens = await refresh(visitor, cookies.refresh)
    keep(tokens)
    return await admit(visitor, access, tokens.access_token)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return redirectTo(error.kind === 'forbidden' ? localised(c, '/unauthorized') : loginPath(c))
  }
}

/** Whether a page for guests has nothing to offer this reader: their session stands. */
export async function isSignedIn(
  c: Context,
  visitor: Ctx<Visitor>,
  tools: Tools,
): Promise<boolean> {
  const reader = await guardPage(c, visitor, 'member', tools)
  if (reader instanceof Response) return false
  try {
    // A token that is still good says nothing of a session that was ended since.
    await read(reader, [])
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unauthenticated') return false
    throw error
  }
}

/** Where a page goes when its session turned out to be over while rendering. */
function loginPath(c: Context): string {
  const url = new URL(c.req.url)
  return `${localised(c, '/login')}?next=${encodeURIComponent(url.pathname + url.search)}`
}

function localised(c: Context, path: string): string {
  return `${/^\/(en|es|fr)(?=\/|$)/.exec(c.req.path)?.[0] ?? ''}${path}`
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'private, no-store' },
  })
}
