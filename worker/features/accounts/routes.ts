import { bearerToken } from '#worker/auth/access.ts'
import { clientInfo } from '#worker/request/client-info.ts'
import { assertOwnOrigin } from '#worker/auth/origin.ts'
import {
  clearSignupCookie,
  clearTokenCookies,
  clearTwitchCookies,
  readTokenCookies,
  setTokenCookies,
} from '#worker/auth/cookies.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  ConfirmInput,
  DiscordWebhookInput,
  EmailInput,
  EndSessionsQuery,
  LoginInput,
  MarketingInput,
  PasswordInput,
  RefreshQuery,
  ResetInput,
  ResetRequestInput,
  SessionParams,
  SessionsView,
  SettingsInput,
  SettingsChanged,
  SettingsView,
  TokensView,
} from './contract.ts'
import { changeEmail } from './email.ts'
import { readDeviceToken, setDeviceToken } from './known-device.ts'
import { logIn } from './login.ts'
import { changePassword, confirmSession } from './password.ts'
import { refreshCookies } from './refresh.ts'
import { requestReset, resetPassword } from './reset.ts'
import { endSession, endSessions, listSessions } from './session-list.ts'
import { logOut } from './sessions.ts'
import { getSettings, setDiscordWebhook, updateSettings } from './settings.ts'
import { signupEndpoints } from './signup-routes.ts'

export const accountEndpoints = [
  ...signupEndpoints,
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
      const client = { ...clientInfo(http), deviceMark: readDeviceToken(http) }
      const { tokens, deviceMark } = await logIn(ctx, body, client)
      setTokenCookies(http, tokens)
      // Somebody else's, perhaps.
      clearTwitchCookies(http)
      setDeviceToken(http, deviceMark)
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
      return refreshCookies(ctx, http, query.refresh_token)
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'End the session and clear its cookies',
    access: 'visitor',
    query: RefreshQuery,
    status: 204,
    run: async (ctx, { query, http }) => {
      assertOwnOrigin(http)
      clearTokenCookies(http)
      clearSignupCookie(http)
      await logOut(ctx, {
        refreshToken: query.refresh_token ?? readTokenCookies(http).refresh,
        accessToken: bearerToken(http.req.header('Authorization')),
      })
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/confirm',
    summary: 'Give the password again: for ten minutes the ways into the account may be changed',
    access: 'member',
    limiter: 'LOGINS',
    body: ConfirmInput,
    run: (ctx, { body }) => confirmSession(ctx, body),
  }),
  endpoint({
    method: 'post',
    path: '/auth/reset_password/request',
    summary: 'Mail a link that sets a new password, if the address is a member’s',
    access: 'visitor',
    limiter: 'RESETS',
    body: ResetRequestInput,
    run: (ctx, { body, http }) => requestReset(ctx, { ...body, address: clientInfo(http).address }),
  }),
  endpoint({
    method: 'post',
    path: '/auth/reset_password',
    summary: 'Set a new password with the mailed token; every session ends',
    access: 'visitor',
    limiter: 'RESETS',
    body: ResetInput,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      setDeviceToken(http, await resetPassword(ctx, body))
    },
  }),
  endpoint({
    method: 'put',
    path: '/users/me/password',
    summary: 'Change the password, or set the first one; the other sessions end',
    access: 'member',
    limiter: 'LOGINS',
    body: PasswordInput,
    run: (ctx, { body }) => changePassword(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/email',
    summary: 'Ask for another e-mail address; it changes when the mailed link is opened',
    access: 'member',
    limiter: 'LOGINS',
    body: EmailInput,
    run: (ctx, { body }) => changeEmail(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/marketing',
    summary: 'Say yes or no to news by mail',
    access: 'member',
    body: MarketingInput,
    answer: SettingsChanged,
    run: (ctx, { body }) => updateSettings(ctx, body),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/sessions',
    summary: 'Where the member is signed in',
    access: 'member',
    answer: SessionsView,
    run: (ctx) => listSessions(ctx),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/sessions',
    summary: 'End the other sessions; with all=true this one too',
    access: 'member',
    query: EndSessionsQuery,
    status: 204,
    run: async (ctx, { query, http }) => {
      await endSessions(ctx, query)
      if (query.all) clearTokenCookies(http)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/sessions/:id',
    summary: 'End one session',
    access: 'member',
    params: SessionParams,
    status: 204,
    run: async (ctx, { params, http }) => {
      const isCurrent = await endSession(ctx, params.id)
      if (isCurrent) clearTokenCookies(http)
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
    answer: SettingsChanged,
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
