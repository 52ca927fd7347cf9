import * as v from 'valibot'
import type { Config } from '#worker/env.ts'
import { AppError } from '#worker/api/errors.ts'
import { callProvider, findProviderKeys, readGrantedScopes } from '../oauth/oauth.ts'
import { withFakeOrigin } from '../http/outbound.ts'
import { callPlatform, toUpstreamError, readRetryAt, UpstreamError } from '../http/upstream.ts'

/* Calls as a member. Calls as the app go through app-client.ts, which keeps the token. */

export const followsScope = 'user:read:follows'

export type AppToken = { token: string; expiresAt: number }

const Token = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
})

function requireTwitchKeys(config: Config) {
  const keys = findProviderKeys(config, 'twitch')
  if (!keys) throw new UpstreamError('unauthorized')
  return keys
}

type TokenRequest = { body: URLSearchParams; origin: string | undefined; now: number }

function askForToken<const Schema extends v.GenericSchema>(
  { body, origin, now }: TokenRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const url = withFakeOrigin('https://id.twitch.tv/oauth2/token', origin)
  return callPlatform(url, { method: 'POST', body }, schema, (refusal) =>
    // Twitch answers 400, 401 or 403 for wrong keys and revoked tokens.
    refusal.response.status < 500 && refusal.response.status !== 429
      ? new UpstreamError('unauthorized')
      : toUpstreamError(refusal, readRetryAt(refusal.response, now)),
  )
}

/** Valid for weeks; for public data only. */
export async function requestAppToken(config: Config, now: number): Promise<AppToken> {
  const { clientId, clientSecret, origin } = requireTwitchKeys(config)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await askForToken({ body, origin, now }, Token)
  return { token: answer.access_token, expiresAt: now + answer.expires_in * 1000 }
}

const UserToken = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
  refresh_token: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000))),
  scope: v.optional(v.unknown()),
})

/** @throws UpstreamError `unauthorized` where the member has revoked the permission */
export async function refreshUserToken(
  config: Config,
  now: number,
  refreshToken: string,
): Promise<{ accessToken: string; refreshToken: string; scopes: unknown[] }> {
  const { clientId, clientSecret, origin } = requireTwitchKeys(config)
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  })
  const answer = await askForToken({ body, origin, now }, UserToken)
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? refreshToken,
    scopes: readGrantedScopes(answer),
  }
}

const Validation = v.object({
  client_id: v.string(),
  login: v.pipe(v.string(), v.regex(/^\w{1,60}$/)),
  user_id: v.string(),
})

/** The channel of a token's owner: an ID token tells a display name, which may be in any script. */
export async function getTwitchChannel(
  config: Config,
  accessToken: string,
): Promise<{ id: string; name: string }> {
  const url = withFakeOrigin('https://id.twitch.tv/oauth2/validate', config.TWITCH_URL)
  const headers = { Authorization: `OAuth ${accessToken}` }
  const { client_id, login, user_id } = await callProvider(url, { headers }, Validation)
  // Somebody else's token says who signed in elsewhere.
  if (client_id !== findProviderKeys(config, 'twitch')?.clientId) {
    throw new AppError('invalid', 'oauth_rejected')
  }
  return { id: user_id, name: login }
}

/** `path` below `/helix/`, with its query. */
export function callHelix<const Schema extends v.GenericSchema>(
  config: Config,
  token: string,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { clientId, origin } = requireTwitchKeys(config)
  const url = new URL(path, 'https://api.twitch.tv/helix/')
  const headers = { Authorization: `Bearer ${token}`, 'Client-Id': clientId }
  return callPlatform(withFakeOrigin(url.href, origin), { headers }, schema, (refusal) =>
    toUpstreamError(refusal, readRateLimitReset(refusal.response)),
  )
}

/** Time when the rate limit resets; the header has seconds since 1970. */
function readRateLimitReset(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Ratelimit-Reset'))
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined
}
