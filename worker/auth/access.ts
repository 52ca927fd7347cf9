import type { Context } from 'hono'
import type { Actor, Admin, Contributor, Ctx, Member, Moderator, Visitor } from '#worker/context.ts'
import type { Scope } from '#worker/contracts/enumerations.ts'
import { AppError } from '../api/errors.ts'
import { listSigningSecrets } from './keys.ts'
import { verifyAccessToken } from './tokens.ts'

export type AccessLevel = 'visitor' | 'member' | 'contributor' | 'moderator' | 'admin'
export type ActorFor = {
  visitor: Visitor
  member: Member
  contributor: Contributor
  moderator: Moderator
  admin: Admin
}

const neededScope: Record<Exclude<AccessLevel, 'visitor'>, Scope> = {
  member: 'user',
  contributor: 'user',
  moderator: 'moderator',
  admin: 'admin',
}

type RequiredProofs = Partial<
  Record<'isReauthenticationRequired' | 'isPasskeyRequired', boolean | undefined>
>

/** Answers 401 without a valid token and 403 without the required scope. */
export async function authorize<const Level extends AccessLevel>(
  ctx: Ctx<Visitor>,
  access: Level,
  token: string | undefined,
  { isReauthenticationRequired = false, isPasskeyRequired = false }: RequiredProofs = {},
): Promise<Ctx<ActorFor[Level]>> {
  if (access === 'visitor') return ctx as Ctx<Actor> as Ctx<ActorFor[Level]>
  const claims = token && (await verifyAccessToken(listSigningSecrets(ctx.config), ctx.now, token))
  if (!claims) throw new AppError('unauthenticated', 'unauthenticated')
  if (!claims.scopes.includes(neededScope[access])) throw new AppError('forbidden', 'forbidden')
  const actor: Member = {
    kind: 'member',
    userId: claims.sub,
    sessionId: claims.sid,
    requires: access,
    isReauthenticationRequired,
    isPasskeyRequired,
  }
  // The first batch of the request checks the scope again, against the database.
  return { ...ctx, actor } as Ctx<Actor> as Ctx<ActorFor[Level]>
}

export function readBearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(header ?? '')?.[1]
}

/** Refuses writes from other sites. Clients that name neither origin nor site are accepted. */
export function assertOwnOrigin(c: Context): void {
  const origin = c.req.header('Origin')
  const isForeign = origin !== undefined && origin !== new URL(c.req.url).origin
  if (isForeign || c.req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new AppError('forbidden', 'foreign_origin')
  }
}
