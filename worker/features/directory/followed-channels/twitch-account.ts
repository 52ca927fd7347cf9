import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { followsScope, refreshUserToken } from '#worker/integrations/twitch/helix.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'

type Row = {
  id: number
  twitchUserId: string
  accessToken: string | null
  refreshToken: string | null
}

/** The Twitch account that a member connected, with tokens that can be read. */
type TwitchAccount = { row: Row; accessToken: string; refreshToken: string | undefined }

/** @throws AppError `twitch_not_connected`, `twitch_permission_missing` */
async function getTwitchAccount(ctx: Ctx<Member>): Promise<TwitchAccount> {
  const [[row]] = await read(ctx, [
    rows<Row>(
      ctx.db,
      sql`select id, provider_user_id as twitchUserId, access_token as accessToken,
          refresh_token as refreshToken
        from identities where user_id = ${ctx.actor.userId} and provider = 'twitch'`,
    ),
  ])
  if (!row) throw new AppError('conflict', 'twitch_not_connected')
  const accessToken = opened(ctx, row.accessToken)
  if (!accessToken) throw permissionMissing()
  return { row, accessToken, refreshToken: opened(ctx, row.refreshToken) }
}

/** Undefined also for what was sealed with another key. */
function opened({ config }: Ctx, sealed: string | null): string | undefined {
  try {
    return sealed ? decrypt(config.ENCRYPTION_KEY, sealed) : undefined
  } catch {
    return undefined
  }
}

function permissionMissing(): AppError {
  return new AppError('conflict', 'twitch_permission_missing')
}

/** A new token, kept unless others came in meanwhile; undefined where it may not read follows. */
async function renewed(ctx: Ctx<Member>, account: TwitchAccount): Promise<string | undefined> {
  const { row, refreshToken } = account
  if (!refreshToken) return undefined
  const tokens = await refreshUserToken(ctx.config, ctx.now, refreshToken)
  const seal = (token: string) => encrypt(ctx.config.ENCRYPTION_KEY, token)
  await write(ctx, [
    rows(
      ctx.db,
      sql`update identities set access_token = ${seal(tokens.accessToken)},
          refresh_token = ${seal(tokens.refreshToken)}
        where id = ${row.id} and access_token = ${row.accessToken}`,
    ),
  ])
  return tokens.scopes.includes(followsScope) ? tokens.accessToken : undefined
}

const isUnauthorized = (error: unknown) =>
  error instanceof UpstreamError && error.kind === 'unauthorized'

/**
 * Asks Twitch in the member's own name. Whether a token has run out or was never good for it, Twitch
 * says alike: it is renewed once, which tells.
 * @throws AppError `twitch_not_connected`, `twitch_permission_missing`; UpstreamError
 */
export async function callTwitchAsMember<Answer>(
  ctx: Ctx<Member>,
  ask: (token: string, twitchUserId: string) => Promise<Answer>,
): Promise<Answer> {
  const account = await getTwitchAccount(ctx)
  const { twitchUserId } = account.row
  try {
    return await ask(account.accessToken, twitchUserId)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  try {
    const token = await renewed(ctx, account)
    if (token) return await ask(token, twitchUserId)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  throw permissionMissing()
}
