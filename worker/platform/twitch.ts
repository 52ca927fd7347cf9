import * as v from 'valibot'
import type { Config } from '#worker/env.ts'
import { keysOf } from './oauth.ts'
import { placedAt } from './outbound.ts'
import { askPlatform, faultOfStatus, retryAfter, UpstreamFault } from './upstream.ts'

/*
 * Helix in the name of the app itself. Features call it through `twitchGet` in features/live, which
 * keeps the token.
 */

export type AppToken = { token: string; expiresAt: number }

const Token = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
})

function requireKeys(config: Config) {
  const keys = keysOf(config, 'twitch')
  if (!keys) throw new UpstreamFault('unauthorized')
  return keys
}

/** A token of our own: good for weeks, and for what anybody may see. */
export async function askAppToken(config: Config, now: number): Promise<AppToken> {
  const { clientId, clientSecret, origin } = requireKeys(config)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const url = placedAt('https://id.twitch.tv/oauth2/token', origin)
  const answer = await askPlatform(url, { method: 'POST', body }, Token, (refusal) =>
    // Wrong keys are 400 or 403 there.
    refusal.response.status < 500 && refusal.response.status !== 429
      ? new UpstreamFault('unauthorized')
      : faultOfStatus(refusal, retryAfter(refusal.response, now)),
  )
  return { token: answer.access_token, expiresAt: now + answer.expires_in * 1000 }
}

/** `path` below `/helix/`, with its query. */
export function askHelix<const Schema extends v.GenericSchema>(
  config: Config,
  token: string,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { clientId, origin } = requireKeys(config)
  const url = new URL(path, 'https://api.twitch.tv/helix/')
  const headers = { Authorization: `Bearer ${token}`, 'Client-Id': clientId }
  return askPlatform(placedAt(url.href, origin), { headers }, schema, (refusal) =>
    faultOfStatus(refusal, resetAt(refusal.response)),
  )
}

/** When the bucket of calls is full again, in seconds since 1970. */
function resetAt(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Ratelimit-Reset'))
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined
}
