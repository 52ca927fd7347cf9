import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Results } from '#worker/db/client.ts'
import { booleanSql, instantSql, type RowOf } from '#worker/db/row.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { identities, passkeys, users } from '#worker/db/schema/accounts.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, remove } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import {
  assertReauthenticated,
  reauthenticationTimeOf,
} from '#worker/features/accounts/reauthentication.ts'
import { sendAccountMail, sendSignInChangeMail } from '#worker/features/accounts/account-mail.ts'
import { AppError } from '#worker/api/errors.ts'
import { findProviderKeys } from '#worker/integrations/oauth/oauth.ts'
import type { Config } from '#worker/env.ts'
import { OAuthProvider, type IdentitiesView, type IdentityProvider } from './contract.ts'

const identityColumns = {
  provider: identities.provider,
  email: identities.email,
  name: identities.name,
  connected_at: instantSql(identities.createdAt),
}
type IdentityRow = RowOf<typeof identityColumns>

const selectConnected = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    identityColumns,
    sql`from ${identities} where ${identities.userId} = ${userId} order by ${identities.id}`,
  ),
)

const selectOwnMethods = prepareMemberRow({
  hasPassword: booleanSql(sql`${users.passwordHash} is not null`),
  hasPasskey: booleanSql(sql`exists (select 1 from ${passkeys}
          where ${passkeys.userId} = ${users.id})`),
})

export function listConfiguredOAuthProviders(config: Config): OAuthProvider[] {
  return OAuthProvider.options.filter(
    (provider) => findProviderKeys(config, provider) !== undefined,
  )
}

export function selectIdentities(member: { userId: UserId }) {
  return { items: selectConnected(member), own: selectOwnMethods(member) }
}
type OwnIdentities = Results<ReturnType<typeof selectIdentities>>

export function toIdentities({ config }: Ctx, { items, own }: OwnIdentities): IdentitiesView {
  return {
    items,
    has_password: own?.hasPassword ?? false,
    has_passkey: own?.hasPasskey ?? false,
    available: listConfiguredOAuthProviders(config),
  }
}

export async function getIdentities(ctx: Ctx<Member>): Promise<IdentitiesView> {
  return toIdentities(ctx, await read(ctx, selectIdentities(ctx.actor)))
}

const selectReauthenticatedAt = prepare(({ sessionId }: Params<{ sessionId: SessionId }>) =>
  selectFirst({ reauthenticatedAt: reauthenticationTimeOf(sessionId) }, sql``),
)

const other = alias(identities, 'other')

type IdentityConnection = { userId: UserId; provider: IdentityProvider }

const removeIdentity = prepare(({ userId, provider }: Params<IdentityConnection>) =>
  remove(identities, {
    where: sql`${identities.userId} = ${userId} and ${identities.provider} = ${provider}
      and (${identities.provider} = 'youtube'
        or exists (select 1 from ${users} where ${users.id} = ${userId}
          and ${users.passwordHash} is not null)
        or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})
        or exists (select 1 from ${other} where ${other.userId} = ${userId}
          and ${other.provider} in ('google', 'twitch') and ${other.provider} <> ${provider}))`,
  }),
)

/**
 * A channel that was proved through the provider stays proved.
 * @throws AppError `sign_in_again`, `identity_not_found`, `last_sign_in_method`
 */
export async function unlinkIdentity(
  ctx: Ctx<Member>,
  provider: IdentityProvider,
): Promise<IdentitiesView> {
  const { userId } = ctx.actor
  const { before, session } = await read(ctx, {
    before: selectConnected(ctx.actor),
    session: selectReauthenticatedAt(ctx.actor),
  })
  assertReauthenticated(ctx, session?.reauthenticatedAt)
  const isConnected = (list: IdentityRow[]) =>
    list.some((identity) => identity.provider === provider)
  if (!isConnected(before)) throw new AppError('not_found', 'identity_not_found')
  const { removed, after } = await write(ctx, {
    removed: afterChange(removeIdentity({ userId, provider }), {
      event: insertSecurityEvent(ctx, {
        kind: 'sign_in_method_removed',
        userId,
        detail: provider,
      }),
      mail: sendSignInChangeMail(ctx, `${provider}:${ctx.now}`),
    }),
    after: selectIdentities(ctx.actor),
  })
  if (isConnected(after.items)) throw new AppError('conflict', 'last_sign_in_method')
  await sendAccountMail(ctx, removed.mail)
  return toIdentities(ctx, after)
}
