import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { sendSecurityMail, sendAccountMail } from '#worker/features/accounts/account-mail.ts'
import {
  claimStatements,
  isTaken,
  ownStreamer,
  purgeClaimed,
  selectClaims,
} from '#worker/features/directory/streamers/claims.ts'
import { AppError } from '#worker/api/errors.ts'
import { identityOf, verifiedChannel, encryptTokens } from './identity-rows.ts'
import type { ProviderIdentity } from './provider-identity.ts'

/**
 * Connects what was proved to the member, who is told by mail; a channel goes to their streamer
 * profile.
 * @throws AppError `identity_taken`, `already_connected`, `account_taken`
 */
export async function linkIdentity(ctx: Ctx<Member>, proof: ProviderIdentity): Promise<void> {
  const { db, now, config } = ctx
  const { userId } = ctx.actor
  const [[held], claims] = await read(ctx, [
    rows<{ ownerId: UserId | null; isOtherConnected: number }>(
      db,
      sql`select (select user_id from identities where ${identityOf(proof)}) as ownerId,
        exists (select 1 from identities where user_id = ${userId} and provider = ${proof.provider}
          and provider_user_id <> ${proof.providerUserId}) as isOtherConnected`,
    ),
    selectClaims(verifiedChannel(proof)),
  ])
  const taken = new AppError('conflict', 'identity_taken')
  if (held?.ownerId && held.ownerId !== userId) throw taken
  if (held?.isOtherConnected) throw new AppError('conflict', 'already_connected')
  if (claims.some((claim) => isTaken(claim, userId)))
    throw new AppError('conflict', 'account_taken')
  const { accessToken, refreshToken } = encryptTokens(config, proof)
  const isProved = sql`exists (select 1 from identities where ${identityOf(proof)} and user_id = ${userId})`
  const [written, queued, [own]] = await write(ctx, [
    rows(
      db,
      sql`insert into identities (user_id, provider, provider_user_id, email, name, access_token, refresh_token, created_at)
        values (${userId}, ${proof.provider}, ${proof.providerUserId}, ${proof.email}, ${proof.name},
          ${accessToken}, ${refreshToken}, ${now})
        on conflict (provider, provider_user_id) do update set email = excluded.email,
          name = excluded.name, access_token = excluded.access_token,
          refresh_token = excluded.refresh_token
        where user_id = ${userId} returning id`,
    ),
    sendSecurityMail(ctx, {
      kind: 'way_in_changed',
      person: sql`u.id = ${userId} and exists (select 1 from identities where ${identityOf(proof)}
        and user_id = ${userId} and created_at = ${now})`,
      key: `${proof.provider}:${now}`,
    }),
    rows<{ id: StreamerId | null }>(db, sql`select ${ownStreamer(userId)} as id`),
    ...claims.flatMap((claim) => claimStatements(ctx, userId, claim, isProved)),
  ])
  if (written.length === 0) throw taken
  await sendAccountMail(ctx, queued)
  await purgeClaimed(ctx, claims, own?.id ?? undefined)
}

/**
 * Keeps the tokens that an account gave which is connected already.
 * @throws AppError `other_twitch_account`
 */
export async function renewTokens(ctx: Ctx<Member>, proof: ProviderIdentity): Promise<void> {
  const { accessToken, refreshToken } = encryptTokens(ctx.config, proof)
  const [renewed] = await write(ctx, [
    rows(
      ctx.db,
      sql`update identities set access_token = ${accessToken}, refresh_token = ${refreshToken}
        where ${identityOf(proof)} and user_id = ${ctx.actor.userId} returning id`,
    ),
  ])
  if (renewed.length === 0) throw new AppError('conflict', 'other_twitch_account')
}
