import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { read, write, type Ctx } from '#worker/context.ts'
import { platformStates } from '#worker/db/schema/live.ts'
import { prepare, selectFirst } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import type { Config } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { requestAppToken, callHelix, type AppToken } from './helix.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'

const renewBeforeMs = 60_000

let cachedToken: { config: Config; token: AppToken } | undefined

function getCachedToken({ config, now }: Ctx): string | undefined {
  if (cachedToken?.config !== config || cachedToken.token.expiresAt <= now + renewBeforeMs)
    return undefined
  return cachedToken.token.token
}

const selectStored = prepare(() =>
  selectFirst(
    { encrypted: platformStates.encryptedToken, expiresAt: platformStates.tokenExpiresAt },
    sql`from ${platformStates} where ${platformStates.platform} = 'twitch'`,
  ),
)

async function readStoredToken(ctx: Ctx): Promise<string | undefined> {
  const { config, now } = ctx
  const { stored } = await read(ctx, { stored: selectStored() })
  if (!stored?.encrypted || (stored.expiresAt ?? 0) <= now + renewBeforeMs) return undefined
  try {
    const token = decrypt(listEncryptionKeys(config), stored.encrypted)
    cachedToken = { config, token: { token, expiresAt: stored.expiresAt ?? 0 } }
    return token
  } catch {
    // Encrypted with another key: a new one is asked for.
    return undefined
  }
}

async function requestAndStoreToken(ctx: Ctx): Promise<string> {
  const { config, now } = ctx
  const token = await requestAppToken(config, now)
  cachedToken = { config, token }
  await write(ctx, [
    insert(
      platformStates,
      {
        platform: 'twitch',
        encryptedToken: encrypt(config.ENCRYPTION_KEY, token.token),
        tokenExpiresAt: token.expiresAt,
      },
      {
        onConflict: sql`(platform) do update set ${buildSetSql(platformStates, {
          encryptedToken: excluded(platformStates.encryptedToken),
          tokenExpiresAt: excluded(platformStates.tokenExpiresAt),
        })}`,
      },
    ),
  ])
  return token.token
}

/** Renews a rejected token once. @throws UpstreamError */
export async function callTwitchAsApp<const Schema extends v.GenericSchema>(
  ctx: Ctx,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const token =
    getCachedToken(ctx) ?? (await readStoredToken(ctx)) ?? (await requestAndStoreToken(ctx))
  try {
    return await callHelix(ctx.config, token, path, schema)
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== 'unauthorized') throw error
    return callHelix(ctx.config, await requestAndStoreToken(ctx), path, schema)
  }
}
