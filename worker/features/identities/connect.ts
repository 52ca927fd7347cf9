import type { Ctx, Visitor } from '#worker/context.ts'
import type { Locale } from '#worker/contract.ts'
import type { ClientInfo } from '#worker/http/client-info.ts'
import type { ConnectInput, ConnectView } from './contract.ts'
import type { Resumed } from './flow.ts'
import { sealTokens } from './identity-rows.ts'
import { linkIdentity, renewTokens } from './link.ts'
import { proveIdentity } from './prove.ts'
import { signInWith } from './sign-in.ts'

type Connected = {
  view: ConnectView
  /** Sealed, for the person's cookies; undefined unless Twitch gave some. */
  twitch: { accessToken: string; refreshToken: string | null } | undefined
}

/** What the person came back for: to be signed in, or to connect what they proved. */
export async function finishFlow(
  ctx: Ctx<Visitor>,
  { flow, member }: Resumed,
  input: ConnectInput,
  visitor: { client: ClientInfo; language: Locale },
): Promise<Connected> {
  const proof = await proveIdentity(ctx, flow, input)
  const { accessToken, refreshToken } = sealTokens(ctx.config, proof)
  const twitch = accessToken === null ? undefined : { accessToken, refreshToken }
  const { next } = flow
  if (member) {
    await (flow.isConnected ? renewTokens : linkIdentity)(member, proof)
    return { view: { outcome: 'linked', next }, twitch }
  }
  const { tokens, isNew } = await signInWith(ctx, proof, visitor)
  return { view: { outcome: 'signed_in', ...tokens, is_new: isNew, next }, twitch }
}
