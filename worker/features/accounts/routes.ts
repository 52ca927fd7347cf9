import * as v from 'valibot'
import { bearerToken } from '#worker/http/access.ts'
import { assertOwnOrigin } from '#worker/http/origin.ts'
import { clearTokenCookies, readTokenCookies, setTokenCookies } from '#worker/http/cookies.ts'
import { endpoint } from '#worker/http/endpoint.ts'
import { chosenLocale } from '#worker/http/locale.ts'
import {
  DiscordWebhookInput,
  LoginInput,
  RefreshQuery,
  SettingsInput,
  SettingsView,
  SignupInput,
  TokensView,
  VerifyInput,
} from './contract.ts'
import { logIn, logOut, refreshSession } from './sessions.ts'
import { getSettings, setDiscordWebhook, updateSettings } from './settings.ts'
import { resendVerification, signUp, verifyEmail } from './signup.ts'

const Nothing = v.object({})

export const accountEndpoints = [
  endpoint({
    method: 'post',
    path: '/auth/signup',
    summary: 'Sign up; the verification link goes by mail',
    access: 'visitor',
    limiter: 'SIGNUPS',
    body: SignupInput,
    status: 201,
    answer: Nothing,
    run: async (ctx, { body, http }) => {
      await signUp(ctx, { ...body, language: chosenLocale(http) ?? 'fr' })
      return {}
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Log in with username or e-mail and password (form-encoded)',
    access: 'visitor',
    limiter: 'LOGINS',
    body: LoginInput,
    bodyKind: 'form',
    answer: TokensView,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      const tokens = await logIn(ctx, { ...body, userAgent: http.req.header('User-Agent') })
      setTokenCookies(http, tokens)
      return tokens
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/refresh_access_token',
    summary: 'Rotate the refresh token of the query, else of the cookie',
    access: 'visitor',
    query: RefreshQuery,
    answer: TokensView,
    run: async (ctx, { query, http }) => {
      assertOwnOrigin(http)
      const token = query.refresh_token ?? readTokenCookies(http).refresh
      const tokens = await refreshSession(ctx, token)
      setTokenCookies(http, tokens)
      return tokens
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'End the session and clear its cookies',
    access: 'visitor',
    query: RefreshQuery,
    status: 204,
    answer: Nothing,
    run: async (ctx, { query, http }) => {
      assertOwnOrigin(http)
      clearTokenCookies(http)
      await logOut(ctx, {
        refreshToken: query.refresh_token ?? readTokenCookies(http).refresh,
        accessToken: bearerToken(http.req.header('Authorization')),
      })
      return {}
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/verify_email',
    summary: 'Verify an address with the mailed token',
    access: 'visitor',
    limiter: 'RESETS',
    body: VerifyInput,
    answer: Nothing,
    run: async (ctx, { body }) => {
      await verifyEmail(ctx, body.token)
      return {}
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/verify_email/resend',
    summary: 'Mail a fresh verification link',
    access: 'member',
    limiter: 'RESETS',
    answer: Nothing,
    run: async (ctx) => {
      await resendVerification(ctx)
      return {}
    },
  }),
  endpoint({
    method: 'get',
    path: '/users/me/settings',
    summary: 'Settings of the signed-in member',
    access: 'member',
    answer: SettingsView,
    run: (ctx) => getSettings(ctx),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/settings',
    summary: 'Change settings; what is not named stays',
    access: 'member',
    body: SettingsInput,
    answer: SettingsView,
    run: (ctx, { body }) => updateSettings(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/discord_webhook',
    summary: 'Set the Discord webhook that notifications go to',
    access: 'member',
    body: DiscordWebhookInput,
    answer: SettingsView,
    run: (ctx, { body }) => setDiscordWebhook(ctx, body.url),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/discord_webhook',
    summary: 'Remove the Discord webhook',
    access: 'member',
    answer: SettingsView,
    run: (ctx) => setDiscordWebhook(ctx, null),
  }),
]
