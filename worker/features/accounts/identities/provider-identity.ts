import type { Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import { exchangeCode, readGrantedScopes, verifyIdToken } from '#worker/integrations/oauth/oauth.ts'
import { followsScope, getTwitchChannel } from '#worker/integrations/twitch/helix.ts'
import { getYoutubeChannel, youtubeScope } from '#worker/integrations/youtube/data-api.ts'
import type { OAuthCallbackInput, IdentityProvider } from './contract.ts'
import type { OAuthFlow } from './flow.ts'

export type ProviderIdentity = {
  provider: IdentityProvider
  providerUserId: string
  email: string | null
  name: string | null
  /** Only of who asked for the import of the channels that they follow. */
  tokens: { accessToken: string; refreshToken: string | null } | undefined
}

export async function fetchProviderIdentity(
  ctx: Ctx,
  flow: OAuthFlow,
  input: OAuthCallbackInput,
): Promise<ProviderIdentity> {
  if ('error' in input) throw new AppError('forbidden', 'oauth_refused')
  const { provider, nonce, verifier, intent } = flow
  const answer = await exchangeCode(ctx.config, provider, { code: input.code, verifier })
  const person = await verifyIdToken(ctx, provider, { idToken: answer.id_token, nonce })
  const identity = { provider, providerUserId: person.id, email: person.email, name: person.name }
  const accessToken = answer.access_token
  if (intent === 'youtube') {
    if (!readGrantedScopes(answer).includes(youtubeScope))
      throw new AppError('forbidden', 'oauth_refused')
    const { id, name } = await getYoutubeChannel(ctx.config, accessToken)
    return { ...identity, provider: 'youtube', providerUserId: id, name, tokens: undefined }
  }
  if (provider === 'google') return { ...identity, tokens: undefined }
  const isForFollows = intent === 'follows'
  if (isForFollows && !readGrantedScopes(answer).includes(followsScope)) {
    throw new AppError('forbidden', 'oauth_refused')
  }
  const { id, name } = await getTwitchChannel(ctx.config, accessToken)
  if (id !== person.id) throw new AppError('invalid', 'oauth_rejected')
  const tokens = isForFollows
    ? { accessToken, refreshToken: answer.refresh_token ?? null }
    : undefined
  return { ...identity, name, tokens }
}
