import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { read, write, type Ctx } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import type { Config } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { requestAppToken, callHelix, type AppToken } from '#worker/integrations/twitch/helix.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'

/** Tokens are renewed this long before they expire. */
const renewBeforeMs = 60_000

let known: { config: Config; token: AppToken } | undefined

function knownToken({ config, now }: Ctx): string | undefined {
  if (known?.config !== config || known.token.expiresAt <= now + renewBeforeMs) return undefined
  return known.token.token
}

type Stored = { sealed: string | null; expiresAt: number | null }

async function storedToken(ctx: Ctx): Promise<string | undefined> {
  const { config, db, now } = ctx
  const [[stored]] = await read(ctx, [
    rows<Stored>(
      db,
      sql`select sealed_token as sealed, token_expires_at as expiresAt
        from platform_states where platform = 'twitch'`,
    ),
  ])
  if (!stored?.sealed || (stored.expiresAt ?? 0) <= now + renewBeforeMs) return undefined
  try {
    const token = decrypt(config.ENCRYPTION_KEY, stored.sealed)
    known = { config, token: { token, expiresAt: stored.expiresAt ?? 0 } }
    return token
  } catch {
    // Encrypted with another key: a new token is requested.
    return undefined
  }
}

async function newToken(ctx: Ctx): Promise<string> {
  const { config, db, now } = ctx
  const token = await requestAppToken(config, now)
  known = { config, token }
  const sealed = encrypt(config.ENCRYPTION_KEY, token.token)
  await write(ctx, [
    rows(
      db,
      sql`insert into platform_states (platform, sealed_token, token_expires_at)
        values ('twitch', ${sealed}, ${token.expiresAt}) on conflict (platform) do update
        set sealed_token = excluded.sealed_token, token_expires_at = excluded.token_expires_at`,
    ),
  ])
  return token.token
}

/**
 * Renews a rejected token once.
 * @throws UpstreamError
 */
export async function callTwitchAsApp<const Schema extends v.GenericSchema>(
  ctx: Ctx,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const token = knownToken(ctx) ?? (await storedToken(ctx)) ?? (await newToken(ctx))
  try {
    return await callHelix(ctx.config, token, path, schema)
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== 'unauthorized') throw error
    return callHelix(ctx.config, await newToken(ctx), path, schema)
  }
}
