import type { Ctx, System } from '#worker/context.ts'
import type { RowOf } from '#worker/db/row.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { revokeToken } from '#worker/integrations/oauth/oauth.ts'

export const storedTokenColumns = {
  accessToken: identities.accessToken,
  refreshToken: identities.refreshToken,
}
type StoredProviderTokens = RowOf<typeof storedTokenColumns>

export async function queueTokenRevocation(
  ctx: Ctx,
  tokens: StoredProviderTokens[],
): Promise<void> {
  const encryptedTokens = tokens
    .flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
    .filter((token) => token !== null)
  if (encryptedTokens.length > 0) await ctx.send([{ type: 'revoke_tokens', encryptedTokens }])
}

/** One attempt each: they expire by themselves. */
export async function revokeProviderTokens(
  { config }: Ctx<System>,
  { encryptedTokens }: Extract<QueueMessage, { type: 'revoke_tokens' }>,
): Promise<void> {
  for (const token of encryptedTokens)
    await revokeToken(config, decrypt(listEncryptionKeys(config), token))
}
