import type { Ctx, Visitor } from '#worker/context.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { TwitchTokenCookies } from '#worker/auth/cookies.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import type { OAuthCallbackInput, OAuthCallbackView } from './contract.ts'
import type { ResumedOAuthFlow } from './flow.ts'
import { assertOwnIdentity, linkIdentity } from './link.ts'
import { fetchProviderIdentity, type ProviderIdentity } from './provider-identity.ts'
import { signInWithIdentity } from './sign-in.ts'

type OAuthFlowResult = {
  view: OAuthCallbackView
  /** For the person's cookies; undefined unless the channels they follow are to be read. */
  twitch: TwitchTokenCookies | undefined
}

export async function completeOAuthFlow(
  ctx: Ctx<Visitor>,
  { flow, member }: ResumedOAuthFlow,
  input: OAuthCallbackInput,
  visitor: { client: ClientInfo; language: AcceptedLocale },
): Promise<OAuthFlowResult> {
  const identity = await fetchProviderIdentity(ctx, flow, input)
  const { next } = flow
  if (member) {
    await (flow.isConnected ? assertOwnIdentity : linkIdentity)(member, identity)
    return { view: { outcome: 'linked', next }, twitch: encryptTokens(ctx, identity) }
  }
  const { tokens, isNew } = await signInWithIdentity(ctx, identity, visitor)
  return { view: { outcome: 'signed_in', ...tokens, is_new: isNew, next }, twitch: undefined }
}

function encryptTokens({ config }: Ctx, { tokens }: ProviderIdentity) {
  const encryptIfGiven = (token: string | null) =>
    token === null ? null : encrypt(config.ENCRYPTION_KEY, token)
  return (
    tokens && {
      accessToken: encryptIfGiven(tokens.accessToken),
      refreshToken: encryptIfGiven(tokens.refreshToken),
    }
  )
}
