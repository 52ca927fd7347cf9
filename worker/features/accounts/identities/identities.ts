import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import {
  assertRecentAuthentication,
  reauthenticatedAt,
} from '#worker/features/accounts/recent-authentication.ts'
import { sendSecurityMail, sendAccountMail } from '#worker/features/accounts/account-mail.ts'
import {
  queueTokenRevocation,
  type StoredProviderTokens,
} from '#worker/features/accounts/provider-tokens.ts'
import { AppError } from '#worker/api/errors.ts'
import type { IdentitiesView, IdentityProvider } from './contract.ts'
import { providersOf } from './providers.ts'

type IdentityRow = {
  provider: IdentityProvider
  email: string | null
  name: string | null
  connectedAt: number
}

export function selectIdentities({ db, actor }: Ctx<Member>): Statement<IdentityRow[]> {
  return rows(
    db,
    sql`select provider, email, name, created_at as connectedAt from identities
      where user_id = ${actor.userId} order by id`,
  )
}

export function selectPassword({ db, actor }: Ctx<Member>): Statement<{ hasPassword: number }[]> {
  return rows(
    db,
    sql`select password_hash is not null as hasPassword from users where id = ${actor.userId}`,
  )
}

export function toIdentities(
  { config }: Ctx,
  found: IdentityRow[],
  password: { hasPassword: number } | undefined,
): IdentitiesView {
  return {
    items: found.map(({ provider, email, name, connectedAt }) => ({
      provider,
      email,
      name,
      connected_at: toInstant(connectedAt),
    })),
    has_password: Boolean(password?.hasPassword),
    available: providersOf(config),
  }
}

/** All the ways in that a member has, and could have here. */
export async function getIdentities(ctx: Ctx<Member>): Promise<IdentitiesView> {
  const [found, [password]] = await read(ctx, [selectIdentities(ctx), selectPassword(ctx)])
  return toIdentities(ctx, found, password)
}

/**
 * Disconnects a provider soon after signing in, forgets its tokens and tells the member by mail,
 * unless nobody could sign in any more; a channel that was proved through it stays so.
 * @throws AppError `sign_in_again`, `identity_not_found`, `last_way_in`
 */
export async function unlinkIdentity(
  ctx: Ctx<Member>,
  provider: IdentityProvider,
): Promise<IdentitiesView> {
  const { userId } = ctx.actor
  const [before, [session]] = await read(ctx, [
    selectIdentities(ctx),
    rows<{ reauthenticatedAt: number }>(
      ctx.db,
      sql`select ${reauthenticatedAt(ctx)} as reauthenticatedAt`,
    ),
  ])
  assertRecentAuthentication(ctx, session?.reauthenticatedAt)
  const isConnected = (list: IdentityRow[]) => list.some((one) => one.provider === provider)
  if (!isConnected(before)) throw new AppError('not_found', 'identity_not_found')
  const [dropped, queued, found, [password]] = await write(ctx, [
    rows<StoredProviderTokens>(
      ctx.db,
      sql`delete from identities where user_id = ${userId} and provider = ${provider}
        and (provider = 'youtube'
          or exists (select 1 from users where id = ${userId} and password_hash is not null)
          or exists (select 1 from identities other where other.user_id = ${userId}
            and other.provider in ('google', 'twitch') and other.provider <> ${provider}))
        returning access_token as accessToken, refresh_token as refreshToken`,
    ),
    sendSecurityMail(ctx, {
      kind: 'way_in_changed',
      person: sql`u.id = ${userId} and changes() > 0`,
      key: `${provider}:${ctx.now}`,
    }),
    selectIdentities(ctx),
    selectPassword(ctx),
  ])
  if (isConnected(found)) throw new AppError('conflict', 'last_way_in')
  await queueTokenRevocation(ctx, dropped)
  await sendAccountMail(ctx, queued)
  return toIdentities(ctx, found, password)
}
