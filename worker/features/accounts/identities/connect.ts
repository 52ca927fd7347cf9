import type { Ctx, Visitor } from '#worker/context.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { TwitchTokenCookies } from '#worker/auth/cookies.ts'
import { encryptTokens } from '#worker/features/directory/followed-channels/twitch-tokens.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import type { OAuthCallbackInput, OAuthCallbackView } from './contract.ts'
import type { ResumedOAuthFlow } from './flow.ts'
import { assertOwnIdentity, linkIdentity } from './link.ts'
import { fetchProviderIdentity } from './provider-identity.ts'
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
    const twitch = identity.tokens && encryptTokens(ctx, identity.tokens)
    return { view: { outcome: 'linked', next }, twitch }
  }
  const { tokens, isNew } = await signInWithIdentity(ctx, identity, visitor)
  return { view: { outcome: 'signed_in', ...tokens, is_new: isNew, next }, twitch: undefined }
}
