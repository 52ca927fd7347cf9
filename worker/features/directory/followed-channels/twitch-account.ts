import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { TwitchTokenCookies } from '#worker/auth/cookies.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { AppError } from '#worker/api/errors.ts'
import { followsScope, refreshUserToken } from '#worker/integrations/twitch/helix.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import { encryptTokens, queueTokenRevocation, tryDecryptToken } from './twitch-tokens.ts'

/** The tokens of the browser that asks; `clear` takes them out of it. */
export type TwitchGrant = TwitchTokenCookies & { clear: () => void }

const selectTwitchIdentity = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst(
    { twitchUserId: identities.providerUserId },
    sql`from ${identities}
      where ${identities.userId} = ${userId} and ${identities.provider} = 'twitch'`,
  ),
)

/** Undefined where Twitch refuses the token. */
function unlessUnauthorized<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof UpstreamError && error.kind === 'unauthorized') return undefined
    throw error
  })
}

/**
 * Twitch does not tell an expired token from one without the permission: renewing it once does. The
 * permission ends with the answer; while Twitch cannot answer, it stays for the next attempt.
 * @throws AppError `twitch_not_connected`, `twitch_permission_missing`; UpstreamError
 */
export async function callTwitchOnce<Answer>(
  ctx: Ctx<Member>,
  grant: TwitchGrant,
  ask: (token: string, twitchUserId: string) => Promise<Answer>,
): Promise<Answer> {
  const { identity } = await read(ctx, { identity: selectTwitchIdentity(ctx.actor) })
  if (!identity) throw new AppError('conflict', 'twitch_not_connected')
  const askWith = (token: string | undefined) =>
    token === undefined ? undefined : unlessUnauthorized(ask(token, identity.twitchUserId))
  const refreshToken = tryDecryptToken(ctx, grant.refreshToken)
  const tokens: TwitchTokenCookies[] = [grant]
  let answer = await askWith(tryDecryptToken(ctx, grant.accessToken))
  if (answer === undefined && refreshToken) {
    const renewed = await unlessUnauthorized(refreshUserToken(ctx.config, ctx.now, refreshToken))
    if (renewed) tokens.push(encryptTokens(ctx, renewed))
    if (renewed?.scopes.includes(followsScope)) answer = await askWith(renewed.accessToken)
  }
  grant.clear()
  await queueTokenRevocation(ctx, ...tokens)
  if (answer === undefined) throw new AppError('conflict', 'twitch_permission_missing')
  return answer
}
