import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { followsScope, refreshUserToken } from '#worker/integrations/twitch/helix.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'

const selectTwitchIdentity = prepare(({ userId }: Params<{ userId: UserId }>) =>
  first(
    select(
      {
        id: identities.id,
        twitchUserId: identities.providerUserId,
        accessToken: identities.accessToken,
        refreshToken: identities.refreshToken,
      },
      sql`from ${identities}
        where ${identities.userId} = ${userId} and ${identities.provider} = 'twitch'`,
    ),
  ),
)
type TwitchIdentity = NonNullable<ResultOf<ReturnType<typeof selectTwitchIdentity>>>

type TwitchAccount = {
  identity: TwitchIdentity
  accessToken: string
  refreshToken: string | undefined
}

/** @throws AppError `twitch_not_connected`, `twitch_permission_missing` */
async function getTwitchAccount(ctx: Ctx<Member>): Promise<TwitchAccount> {
  const { identity } = await read(ctx, { identity: selectTwitchIdentity(ctx.actor) })
  if (!identity) throw new AppError('conflict', 'twitch_not_connected')
  const accessToken = tryDecryptToken(ctx, identity.accessToken)
  if (!accessToken) throw createMissingPermissionError()
  return { identity, accessToken, refreshToken: tryDecryptToken(ctx, identity.refreshToken) }
}

/** Undefined also for what was encrypted with another key. */
function tryDecryptToken({ config }: Ctx, text: string | null): string | undefined {
  try {
    return text ? decrypt(listEncryptionKeys(config), text) : undefined
  } catch {
    return undefined
  }
}

function createMissingPermissionError(): AppError {
  return new AppError('conflict', 'twitch_permission_missing')
}

/** Kept unless others came in meanwhile; undefined where it may not read follows. */
async function renewToken(ctx: Ctx<Member>, account: TwitchAccount): Promise<string | undefined> {
  const { identity, refreshToken } = account
  if (!refreshToken) return undefined
  const tokens = await refreshUserToken(ctx.config, ctx.now, refreshToken)
  const encrypted = (token: string) => encrypt(ctx.config.ENCRYPTION_KEY, token)
  await write(ctx, [
    update(
      identities,
      {
        accessToken: encrypted(tokens.accessToken),
        refreshToken: encrypted(tokens.refreshToken),
      },
      {
        where: sql`${identities.id} = ${identity.id}
          and ${identities.accessToken} = ${identity.accessToken}`,
      },
    ),
  ])
  return tokens.scopes.includes(followsScope) ? tokens.accessToken : undefined
}

const isUnauthorized = (error: unknown) =>
  error instanceof UpstreamError && error.kind === 'unauthorized'

/**
 * Twitch does not tell an expired token from one without the permission: renewing it once does.
 * @throws AppError `twitch_not_connected`, `twitch_permission_missing`; UpstreamError
 */
export async function callTwitchAsMember<Answer>(
  ctx: Ctx<Member>,
  ask: (token: string, twitchUserId: string) => Promise<Answer>,
): Promise<Answer> {
  const account = await getTwitchAccount(ctx)
  const { twitchUserId } = account.identity
  try {
    return await ask(account.accessToken, twitchUserId)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  try {
    const token = await renewToken(ctx, account)
    if (token) return await ask(token, twitchUserId)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  throw createMissingPermissionError()
}
