import type { Ctx, Visitor } from '#worker/context.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import type { OAuthCallbackInput, OAuthCallbackView } from './contract.ts'
import type { ResumedOAuthFlow } from './flow.ts'
import { encryptTokens } from './identity-rows.ts'
import { linkIdentity, updateIdentityTokens } from './link.ts'
import { fetchProviderIdentity } from './provider-identity.ts'
import { signInWithIdentity } from './sign-in.ts'

type OAuthFlowResult = {
  view: OAuthCallbackView
  /** Encrypted, for the person's cookies; undefined unless Twitch gave some. */
  twitch: { accessToken: string; refreshToken: string | null } | undefined
}

export async function completeOAuthFlow(
  ctx: Ctx<Visitor>,
  { flow, member }: ResumedOAuthFlow,
  input: OAuthCallbackInput,
  visitor: { client: ClientInfo; language: AcceptedLocale },
): Promise<OAuthFlowResult> {
  const identity = await fetchProviderIdentity(ctx, flow, input)
  const { accessToken, refreshToken } = encryptTokens(ctx.config, identity)
  const twitch = accessToken === null ? undefined : { accessToken, refreshToken }
  const { next } = flow
  if (member) {
    await (flow.isConnected ? updateIdentityTokens : linkIdentity)(member, identity)
    return { view: { outcome: 'linked', next }, twitch }
  }
  const { tokens, isNew } = await signInWithIdentity(ctx, identity, visitor)
  return { view: { outcome: 'signed_in', ...tokens, is_new: isNew, next }, twitch }
}
