import type { Context } from 'hono'
import { assertSession, type Ctx, type Visitor } from '#worker/context.ts'
import { authorize, type AccessLevel, type ActorFor } from './access.ts'
import { readTokenCookies } from './cookies.ts'
import { AppError } from '../api/errors.ts'
import { localePrefix } from '#worker/locale/locales.ts'

export type Tokens = { access_token: string; refresh_token: string }
type Tools = {
  refresh: (ctx: Ctx<Visitor>, refreshToken: string | undefined) => Promise<Tokens>
  /** True if a refused refresh ends the session of the cookies. */
  isOver: (error: unknown) => boolean
  keep: (tokens: Tokens) => void
  forget: () => void
}

export async function guardPage<const Level extends Exclude<AccessLevel, 'visitor'>>(
  c: Context,
  visitor: Ctx<Visitor>,
  access: Level,
  tools: Tools,
): Promise<Ctx<ActorFor[Level]> | Response> {
  try {
    return await authorize(visitor, access, readTokenCookies(c).access)
  } catch (error) {
    if (isForbidden(error)) return redirectTo(localised(c, '/unauthorized'))
    if (!isUnauthenticated(error)) throw error
  }
  const tokens = await renewSession(c, visitor, tools)
  if (!tokens) return redirectTo(loginPath(c))
  try {
    return await authorize(visitor, access, tokens.access_token)
  } catch (error) {
    if (isForbidden(error)) return redirectTo(localised(c, '/unauthorized'))
    throw error
  }
}

/** Undefined without a valid refresh cookie. The page's response sets the cookies later. */
export async function renewSession(
  c: Context,
  visitor: Ctx<Visitor>,
  { refresh, isOver, keep, forget }: Tools,
): Promise<Tokens | undefined> {
  try {
    const tokens = await refresh(visitor, readTokenCookies(c).refresh)
    keep(tokens)
    return tokens
  } catch (error) {
    if (!isUnauthenticated(error)) throw error
    if (isOver(error)) forget()
    return undefined
  }
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unauthenticated'
}

function isForbidden(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'forbidden'
}

export async function isSignedIn(
  c: Context,
  visitor: Ctx<Visitor>,
  tools: Tools,
): Promise<boolean> {
  const reader = await guardPage(c, visitor, 'member', tools)
  if (reader instanceof Response) return false
  try {
    // A valid token can belong to a session that has ended since.
    await assertSession(reader)
    return true
  } catch (error) {
    if (!isUnauthenticated(error)) throw error
    return (await renewSession(c, visitor, tools)) !== undefined
  }
}

function loginPath(c: Context): string {
  const url = new URL(c.req.url)
  return `${localised(c, '/login')}?next=${encodeURIComponent(url.pathname + url.search)}`
}

function localised(c: Context, path: string): string {
  return `${localePrefix(c.req.path)}${path}`
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'private, no-store' },
  })
}
