import type { Context } from 'hono'
import type { Ctx, Visitor } from '#worker/context.ts'
import { assertOwnOrigin, readBearerToken } from '#worker/auth/access.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import {
  clearTokenCookies,
  readTokenCookies,
  readTwitchTokenCookies,
  setTokenCookies,
} from '#worker/auth/cookies.ts'
import { clearCookies } from '#worker/auth/own-cookie.ts'
import { queueTokenRevocation } from '#worker/features/directory/followed-channels/twitch-tokens.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  ReauthenticationInput,
  DiscordWebhookInput,
  ChangeEmailInput,
  EndSessionsQuery,
  LoginInput,
  MarketingConsentInput,
  ChangePasswordInput,
  RefreshQuery,
  PasswordResetRequestInput,
  SessionParams,
  SessionsView,
  SettingsInput,
  SettingsUpdateView,
  SettingsView,
  TokensView,
} from './contract.ts'
import { signInCodeEndpoints } from './codes/routes.ts'
import { changeEmail } from './email.ts'
import { readDeviceToken, setDeviceToken } from './known-device.ts'
import { setSignInCookies } from './sign-in-cookies.ts'
import { logIn } from './login.ts'
import { changePassword, reauthenticateWithPassword } from './password.ts'
import { PasswordResetInput } from './reset/contract.ts'
import { requestPasswordReset, resetPassword } from './reset.ts'
import { revokeSessionById, revokeSessions, listSessions } from './session-list.ts'
import { isSessionEndedError, refreshSession } from './refresh-session.ts'
import { logOut } from './sessions.ts'
import { getSettings, setDiscordWebhook, setMarketingConsent, updateSettings } from './settings.ts'
import { signupEndpoints } from './signup-routes.ts'

async function refreshSessionCookies(
  ctx: Ctx<Visitor>,
  http: Context,
  bodyToken: string | undefined,
): Promise<TokensView> {
  const cookieToken = readTokenCookies(http).refresh
  const presented = bodyToken ?? cookieToken
  try {
    const tokens = await refreshSession(ctx, presented)
    setTokenCookies(http, tokens)
    return tokens
  } catch (error) {
    // A token from the body says nothing about the session of the cookies.
    const isOwn = cookieToken === undefined || cookieToken === presented
    if (isOwn && isSessionEndedError(error)) clearTokenCookies(http)
    throw error
  }
}

export const accountEndpoints = [
  ...signupEndpoints,
  ...signInCodeEndpoints,
  endpoint({
    route: 'POST /auth/login',
    operationId: 'logIn',
    summary: 'Log in with a username or email address and a password (form-encoded)',
    access: 'visitor',
    errors: {
      forbidden: ['account_inactive', 'foreign_origin'],
      unauthenticated: ['bad_credentials'],
    },
    limiter: 'LOGINS',
    body: LoginInput,
    bodyKind: 'form',
    answer: TokensView,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      const client = { ...readClientInfo(http), deviceToken: readDeviceToken(http) }
      return setSignInCookies(http, await logIn(ctx, body, client))
    },
  }),
  endpoint({
    route: 'POST /auth/refresh_access_token',
    operationId: 'refreshTokens',
    summary: 'Rotate the refresh token from the query or the cookie, and issue a new access token',
    access: 'visitor',
    usesRefreshCookie: true,
    errors: {
      forbidden: ['foreign_origin'],
      unauthenticated: ['bad_refresh_token', 'session_ended'],
    },
    query: RefreshQuery,
    answer: TokensView,
    run: async (ctx, { query, http }) => {
      assertOwnOrigin(http)
      return refreshSessionCookies(ctx, http, query.refresh_token)
    },
  }),
  endpoint({
    route: 'POST /auth/logout',
    operationId: 'logOut',
    summary: 'End the session and clear its cookies',
    access: 'visitor',
    usesRefreshCookie: true,
    errors: { forbidden: ['foreign_origin'] },
    query: RefreshQuery,
    status: 204,
    run: async (ctx, { query, http }) => {
      assertOwnOrigin(http)
      await queueTokenRevocation(ctx, readTwitchTokenCookies(http))
      clearTokenCookies(http)
      clearCookies(http, 'signup')
      await logOut(ctx, {
        refreshToken: query.refresh_token ?? readTokenCookies(http).refresh,
        accessToken: readBearerToken(http.req.header('Authorization')),
      })
    },
  }),
  endpoint({
    route: 'POST /auth/confirm',
    operationId: 'confirmPassword',
    summary: 'Confirm the password, which allows changes to the sign-in methods for ten minutes',
    access: 'member',
    limiter: 'LOGINS',
    body: ReauthenticationInput,
    run: (ctx, { body }) => reauthenticateWithPassword(ctx, body),
  }),
  endpoint({
    route: 'POST /auth/reset_password/request',
    operationId: 'requestPasswordReset',
    summary: 'Send a password reset link if the email address belongs to a member',
    access: 'visitor',
    limiter: 'RESETS',
    body: PasswordResetRequestInput,
    run: (ctx, { body, http }) =>
      requestPasswordReset(ctx, { ...body, address: readClientInfo(http).address }),
  }),
  endpoint({
    route: 'POST /auth/reset_password',
    operationId: 'resetPassword',
    summary: 'Set a new password with the token from the mail, and end every session',
    access: 'visitor',
    errors: { forbidden: ['foreign_origin'] },
    limiter: 'RESETS',
    body: PasswordResetInput,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      setDeviceToken(http, await resetPassword(ctx, body))
    },
  }),
  endpoint({
    route: 'PUT /users/me/password',
    operationId: 'changePassword',
    summary: 'Set or change the password, and end all other sessions',
    access: 'member',
    limiter: 'LOGINS',
    body: ChangePasswordInput,
    run: (ctx, { body }) => changePassword(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/email',
    operationId: 'changeEmail',
    summary: 'Request another email address, which applies once its verification link is opened',
    access: 'member',
    errors: { conflict: ['email_managed_by_provider'] },
    limiter: 'LOGINS',
    body: ChangeEmailInput,
    run: (ctx, { body }) => changeEmail(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/marketing',
    operationId: 'setMarketingConsent',
    summary: 'Grant or withdraw consent to marketing mail',
    access: 'member',
    body: MarketingConsentInput,
    answer: SettingsUpdateView,
    run: (ctx, { body }) => setMarketingConsent(ctx, body),
  }),
  endpoint({
    route: 'GET /users/me/sessions',
    operationId: 'listSessions',
    summary: 'List the sessions of the member',
    access: 'member',
    answer: SessionsView,
    run: (ctx) => listSessions(ctx),
  }),
  endpoint({
    route: 'DELETE /users/me/sessions',
    operationId: 'endSessions',
    summary: 'End all other sessions; with `all=true` the current one too',
    access: 'member',
    query: EndSessionsQuery,
    status: 204,
    run: async (ctx, { query, http }) => {
      await revokeSessions(ctx, query)
      if (query.all) clearTokenCookies(http)
    },
  }),
  endpoint({
    route: 'DELETE /users/me/sessions/:id',
    operationId: 'endSession',
    summary: 'End a session',
    access: 'member',
    params: SessionParams,
    status: 204,
    run: async (ctx, { params, http }) => {
      const isCurrent = await revokeSessionById(ctx, params.id)
      if (isCurrent) clearTokenCookies(http)
    },
  }),
  endpoint({
    route: 'GET /users/me/settings',
    operationId: 'getSettings',
    summary: 'Get the settings of the member',
    access: 'member',
    answer: SettingsView,
    run: (ctx) => getSettings(ctx),
  }),
  endpoint({
    route: 'PUT /users/me/settings',
    operationId: 'updateSettings',
    summary: 'Change settings; omitted fields keep their value',
    access: 'member',
    body: SettingsInput,
    answer: SettingsUpdateView,
    run: (ctx, { body }) => updateSettings(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/discord_webhook',
    operationId: 'setDiscordWebhook',
    summary: 'Set the Discord webhook that receives notifications',
    access: 'member',
    body: DiscordWebhookInput,
    answer: SettingsView,
    run: (ctx, { body }) => setDiscordWebhook(ctx, body.url),
  }),
  endpoint({
    route: 'DELETE /users/me/discord_webhook',
    operationId: 'removeDiscordWebhook',
    summary: 'Remove the Discord webhook',
    access: 'member',
    answer: SettingsView,
    run: (ctx) => setDiscordWebhook(ctx, null),
  }),
]
