import * as v from 'valibot'
import { readBearerToken, assertOwnOrigin } from '#worker/auth/access.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import {
  clearTwitchTokenCookies,
  readTwitchTokenCookies,
  setTokenCookies,
  setTwitchTokenCookies,
} from '#worker/auth/cookies.ts'
import { clearCookies, readCookie, setCookie } from '#worker/auth/own-cookie.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { queueTokenRevocation } from '#worker/features/directory/followed-channels/twitch-tokens.ts'
import { chooseMemberLocale } from '#worker/locale/locale.ts'
import { completeOAuthFlow } from './connect.ts'
import {
  AuthorizeQuery,
  AuthorizeView,
  OAuthCallbackInput,
  OAuthCallbackView,
  IdentitiesView,
  IdentityProvider,
  OAuthProvider,
} from './contract.ts'
import { startOAuthFlow, resumeOAuthFlow } from './flow.ts'
import { getIdentities, unlinkIdentity } from './identities.ts'

const byProvider = v.object({ provider: OAuthProvider })

export const identityEndpoints = [
  endpoint({
    route: 'GET /auth/:provider/authorize',
    operationId: 'startAuthorization',
    summary:
      'Get the URL of the sign-in page at Google or Twitch; linking and reading follows require a member',
    access: 'visitor',
    errors: { conflict: ['verify_email_first'], forbidden: ['sign_in_again'] },
    params: byProvider,
    query: AuthorizeQuery,
    answer: AuthorizeView,
    run: async (ctx, { params: { provider }, query, http }) => {
      const accessToken = readBearerToken(http.req.header('Authorization'))
      const { url, encrypted } = await startOAuthFlow(ctx, provider, { ...query, accessToken })
      setCookie(http, `oauth_${provider}`, encrypted)
      return { authorize_url: url }
    },
  }),
  endpoint({
    route: 'POST /auth/:provider/connect',
    operationId: 'finishAuthorization',
    summary:
      'Complete the OAuth flow: sign in, or connect the provider to the member who started it',
    access: 'visitor',
    errors: {
      conflict: [
        'account_taken',
        'already_connected',
        'identity_taken',
        'other_twitch_account',
        'sign_in_to_link',
        'verify_email_first',
      ],
      forbidden: ['account_inactive', 'foreign_origin', 'oauth_refused', 'sign_in_again'],
    },
    limiter: 'LOGINS',
    params: byProvider,
    body: OAuthCallbackInput,
    answer: OAuthCallbackView,
    run: async (ctx, { params: { provider }, body, http }) => {
      assertOwnOrigin(http)
      const resumed = await resumeOAuthFlow(ctx, provider, {
        encrypted: readCookie(http, `oauth_${provider}`),
        state: body.state,
        accessToken: readBearerToken(http.req.header('Authorization')),
      })
      // It serves once, whatever comes of it.
      clearCookies(http, `oauth_${provider}`)
      const { view, twitch } = await completeOAuthFlow(ctx, resumed, body, {
        client: readClientInfo(http),
        language: chooseMemberLocale(http),
      })
      if (view.outcome === 'signed_in') {
        setTokenCookies(http, view)
        // Somebody else's, perhaps.
        clearTwitchTokenCookies(http)
      }
      if (twitch) setTwitchTokenCookies(http, twitch)
      return view
    },
  }),
  endpoint({
    route: 'GET /users/me/identities',
    operationId: 'listIdentities',
    summary: 'List the sign-in methods and connected providers of the member',
    access: 'member',
    answer: IdentitiesView,
    run: (ctx) => getIdentities(ctx),
  }),
  endpoint({
    route: 'DELETE /users/me/identities/:provider',
    operationId: 'unlinkIdentity',
    summary: 'Disconnect a provider that is not the last sign-in method',
    access: 'member',
    errors: { conflict: ['last_sign_in_method'] },
    params: v.object({ provider: IdentityProvider }),
    answer: IdentitiesView,
    run: async (ctx, { params: { provider }, http }) => {
      const remaining = await unlinkIdentity(ctx, provider)
      if (provider === 'twitch') {
        await queueTokenRevocation(ctx, readTwitchTokenCookies(http))
        clearTwitchTokenCookies(http)
      }
      return remaining
    },
  }),
]
