import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { TwitchTokenCookies } from '#worker/auth/cookies.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import { select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { revokeToken } from '#worker/integrations/oauth/oauth.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

export function encryptTokens(
  { config }: Ctx,
  { accessToken, refreshToken }: TwitchTokenCookies,
): TwitchTokenCookies {
  const encryptIfGiven = (token: string | null) => token && encrypt(config.ENCRYPTION_KEY, token)
  return { accessToken: encryptIfGiven(accessToken), refreshToken: encryptIfGiven(refreshToken) }
}

/** Undefined also for what was encrypted with another key. */
export function tryDecryptToken({ config }: Ctx, text: string | null): string | undefined {
  try {
    return text ? decrypt(listEncryptionKeys(config), text) : undefined
  } catch {
    return undefined
  }
}

/** Cookies may hold anything; only tokens that this site encrypted are passed on. */
export async function queueTokenRevocation(
  ctx: Ctx,
  ...tokens: readonly TwitchTokenCookies[]
): Promise<void> {
  const encryptedTokens = tokens
    .flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
    .filter((token) => token !== null)
    .filter((token) => tryDecryptToken(ctx, token) !== undefined)
  if (encryptedTokens.length > 0) await ctx.send([{ type: 'revoke_tokens', encryptedTokens }])
}

/** One attempt each: they expire by themselves. */
export async function revokeTokens(
  { config }: Ctx<System>,
  { encryptedTokens }: Extract<QueueMessage, { type: 'revoke_tokens' }>,
): Promise<void> {
  for (const token of encryptedTokens)
    await revokeToken(config, decrypt(listEncryptionKeys(config), token))
}

const storedPerRun = 100

/** Tokens that builds before stored: nothing reads them there any more. */
export async function revokeStoredTokens(ctx: Ctx<System>): Promise<void> {
  const { id, accessToken, refreshToken } = identities
  const { stored } = await read(ctx, {
    stored: select(
      { id, accessToken, refreshToken },
      sql`from ${identities} where ${accessToken} is not null or ${refreshToken} is not null
        limit ${storedPerRun}`,
    ),
  })
  if (stored.length === 0) return
  await queueTokenRevocation(ctx, ...stored)
  const ids = JSON.stringify(stored.map((row) => row.id))
  await write(ctx, [
    update(
      identities,
      { accessToken: null, refreshToken: null },
      { where: sql`${id} in (select value from json_each(${ids}))` },
    ),
  ])
}
