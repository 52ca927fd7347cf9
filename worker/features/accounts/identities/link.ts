import { sql } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { booleanSql } from '#worker/db/row.ts'
import { identities, users } from '#worker/db/schema/accounts.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { sendSecurityMail, sendAccountMail } from '#worker/features/accounts/account-mail.ts'
import {
  claimChannel,
  isChannelTaken,
  streamerIdOfUser,
  purgeClaimedStreamerCaches,
  selectClaims,
} from '#worker/features/directory/streamers/claims.ts'
import { AppError } from '#worker/api/errors.ts'
import { matchesIdentity, toIdentityValues, selectVerifiedChannel } from './identity-rows.ts'
import type { ProviderIdentity } from './provider-identity.ts'

function selectLinkConflicts({ actor }: Ctx<Member>, identity: ProviderIdentity) {
  return selectFirst(
    {
      ownerId: sql<UserId | null>`(select ${identities.userId} from ${identities}
          where ${matchesIdentity(identity)})`,
      isOtherConnected: booleanSql(sql`exists (select 1 from ${identities}
          where ${identities.userId} = ${actor.userId}
            and ${identities.provider} = ${identity.provider}
            and ${identities.providerUserId} <> ${identity.providerUserId})`),
    },
    sql``,
  )
}

function upsertIdentity({ now, actor }: Ctx<Member>, identity: ProviderIdentity) {
  const { email, name } = identities
  return insert(
    identities,
    { ...toIdentityValues(identity), userId: actor.userId, createdAt: now },
    {
      onConflict: sql`(provider, provider_user_id) do update set ${buildSetSql(identities, {
        email: excluded(email),
        name: excluded(name),
      })} where ${identities.userId} = ${actor.userId}`,
      returning: { id: identities.id },
    },
  )
}

/** @throws AppError `identity_taken`, `already_connected`, `account_taken` */
export async function linkIdentity(ctx: Ctx<Member>, identity: ProviderIdentity): Promise<void> {
  const { now } = ctx
  const { userId } = ctx.actor
  const { conflicts, claims } = await read(ctx, {
    conflicts: selectLinkConflicts(ctx, identity),
    claims: selectClaims(selectVerifiedChannel(identity)),
  })
  const takenError = new AppError('conflict', 'identity_taken')
  if (conflicts?.ownerId && conflicts.ownerId !== userId) throw takenError
  if (conflicts?.isOtherConnected) throw new AppError('conflict', 'already_connected')
  if (claims.some((claim) => isChannelTaken(claim, userId)))
    throw new AppError('conflict', 'account_taken')
  const isOwn = sql`${matchesIdentity(identity)} and ${identities.userId} = ${userId}`
  const isLinked = sql`exists (select 1 from ${identities} where ${isOwn})`
  const { linked, mail, streamer } = await writeInOrder(ctx, {
    linked: upsertIdentity(ctx, identity),
    mail: sendSecurityMail(ctx, {
      kind: 'sign_in_method_changed',
      person: sql`${users.id} = ${userId} and exists (select 1 from ${identities}
        where ${isOwn} and ${identities.createdAt} = ${now})`,
      key: `${identity.provider}:${now}`,
    }),
    event: insertSecurityEvent(ctx, {
      kind: 'sign_in_method_added',
      userId,
      detail: identity.provider,
      when: sql`exists (select 1 from ${identities}
        where ${isOwn} and ${identities.createdAt} = ${now})`,
    }),
    streamer: selectFirst({ id: sql<StreamerId | null>`${streamerIdOfUser(userId)}` }, sql``),
    claims: claims.flatMap((claim) => claimChannel(ctx, userId, claim, isLinked)),
  })
  if (linked.length === 0) throw takenError
  await sendAccountMail(ctx, mail)
  await purgeClaimedStreamerCaches(ctx, claims, streamer?.id ?? undefined)
}

/** @throws AppError `other_twitch_account` */
export async function assertOwnIdentity(
  ctx: Ctx<Member>,
  identity: ProviderIdentity,
): Promise<void> {
  const { conflicts } = await read(ctx, { conflicts: selectLinkConflicts(ctx, identity) })
  if (conflicts?.ownerId !== ctx.actor.userId)
    throw new AppError('conflict', 'other_twitch_account')
}
