import * as v from 'valibot'
import { bearerToken } from '#worker/auth/access.ts'
import { clientInfo } from '#worker/request/client-info.ts'
import {
  clearOAuthFlowCookie,
  clearTwitchCookies,
  readOAuthFlowCookie,
  setOAuthFlowCookie,
  setTokenCookies,
  setTwitchCookies,
} from '#worker/auth/cookies.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { chosenLocale } from '#worker/locale/locale.ts'
import { assertOwnOrigin } from '#worker/auth/origin.ts'
import { completeOAuthFlow } from './connect.ts'
import {
  AuthorizeQuery,
  AuthorizeView,
  ConnectInput,
  ConnectView,
  IdentitiesView,
  IdentityProvider,
  OAuthProvider,
} from './contract.ts'
import { startOAuthFlow, oauthFlowSeconds, resumeOAuthFlow } from './flow.ts'
import { getIdentities, unlinkIdentity } from './identities.ts'

const byProvider = v.object({ provider: OAuthProvider })

export const identityEndpoints = [
  endpoint({
    method: 'get',
    path: '/auth/:provider/authorize',
    summary:
      'Where to sign in at Google or Twitch; connecting (link, youtube) and reading follows need a member',
    access: 'visitor',
    params: byProvider,
    query: AuthorizeQuery,
    answer: AuthorizeView,
    run: async (ctx, { params: { provider }, query, http }) => {
      const accessToken = bearerToken(http.req.header('Authorization'))
      const { url, sealed } = await startOAuthFlow(ctx, provider, { ...query, accessToken })
      setOAuthFlowCookie(http, provider, sealed, oauthFlowSeconds)
      return { authorize_url: url }
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/:provider/connect',
    summary: 'What the provider’s callback brought: signs in, or connects for the member who asked',
    access: 'visitor',
    limiter: 'LOGINS',
    params: byProvider,
    body: ConnectInput,
    answer: ConnectView,
    run: async (ctx, { params: { provider }, body, http }) => {
      assertOwnOrigin(http)
      const resumed = await resumeOAuthFlow(ctx, provider, {
        sealed: readOAuthFlowCookie(http, provider),
        state: body.state,
        accessToken: bearerToken(http.req.header('Authorization')),
      })
      // It serves once, whatever comes of it.
      clearOAuthFlowCookie(http, provider)
      const { view, twitch } = await completeOAuthFlow(ctx, resumed, body, {
        client: clientInfo(http),
        language: chosenLocale(http) ?? 'fr',
      })
      if (view.outcome === 'signed_in') {
        setTokenCookies(http, view)
        // Somebody else's, perhaps.
        if (!twitch?.refreshToken) clearTwitchCookies(http)
      }
      if (twitch) setTwitchCookies(http, twitch)
      return view
    },
  }),
  endpoint({
    method: 'get',
    path: '/users/me/identities',
    summary: 'What the member can sign in with, and what is connected',
    access: 'member',
    answer: IdentitiesView,
    run: (ctx) => getIdentities(ctx),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/identities/:provider',
    summary: 'Disconnect a provider, unless it is the last way in',
    access: 'member',
    params: v.object({ provider: IdentityProvider }),
    answer: IdentitiesView,
    run: async (ctx, { params: { provider }, http }) => {
      const left = await unlinkIdentity(ctx, provider)
      if (provider === 'twitch') clearTwitchCookies(http)
      return left
    },
  }),
]
