import type { Context } from 'hono'
import { assertSession, type Ctx, type Visitor } from '#worker/context.ts'
import { authorize, type AccessLevel, type ActorFor } from './access.ts'
import { readTokenCookies } from './cookies.ts'
import { AppError } from '../api/errors.ts'
import { localePrefix } from '#worker/locale/locales.ts'

export type Tokens = { access_token: string; refresh_token: string }
type PageGuardDependencies = {
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
  tools: PageGuardDependencies,
): Promise<Ctx<ActorFor[Level]> | Response> {
  try {
    return await authorize(visitor, access, readTokenCookies(c).access)
  } catch (error) {
    if (isForbiddenError(error)) return createRedirect(addLocalePrefix(c, '/unauthorized'))
    if (!isUnauthenticatedError(error)) throw error
  }
  const tokens = await renewSession(c, visitor, tools)
  if (!tokens) return createRedirect(buildLoginPath(c))
  try {
    return await authorize(visitor, access, tokens.access_token)
  } catch (error) {
    if (isForbiddenError(error)) return createRedirect(addLocalePrefix(c, '/unauthorized'))
    throw error
  }
}

/** Undefined without a valid refresh cookie. The page's response sets the cookies later. */
export async function renewSession(
  c: Context,
  visitor: Ctx<Visitor>,
  { refresh, isOver, keep, forget }: PageGuardDependencies,
): Promise<Tokens | undefined> {
  try {
    const tokens = await refresh(visitor, readTokenCookies(c).refresh)
    keep(tokens)
    return tokens
  } catch (error) {
    if (!isUnauthenticatedError(error)) throw error
    if (isOver(error)) forget()
    return undefined
  }
}

function isUnauthenticatedError(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unauthenticated'
}

function isForbiddenError(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'forbidden'
}

export async function isSignedIn(
  c: Context,
  visitor: Ctx<Visitor>,
  tools: PageGuardDependencies,
): Promise<boolean> {
  const reader = await guardPage(c, visitor, 'member', tools)
  if (reader instanceof Response) return false
  try {
    // A valid token can belong to a session that has ended since.
    await assertSession(reader)
    return true
  } catch (error) {
    if (!isUnauthenticatedError(error)) throw error
    return (await renewSession(c, visitor, tools)) !== undefined
  }
}

function buildLoginPath(c: Context): string {
  const url = new URL(c.req.url)
  return `${addLocalePrefix(c, '/login')}?next=${encodeURIComponent(url.pathname + url.search)}`
}

function addLocalePrefix(c: Context, path: string): string {
  return `${localePrefix(c.req.path)}${path}`
}

function createRedirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'private, no-store' },
  })
}
