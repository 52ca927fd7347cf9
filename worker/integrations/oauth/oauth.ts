import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import type { Config } from '#worker/env.ts'
import { EmailAddress } from '#worker/contracts/email-address.ts'
import { toSingleLine } from '#worker/contracts/text.ts'
import { AppError, type ErrorCode, type ErrorKind } from '#worker/api/errors.ts'
import {
  UpstreamError,
  type UpstreamErrorKind,
  toUpstreamError,
  callPlatform,
  readBoundedJson,
} from '../http/upstream.ts'
import { sendRequest, withFakeOrigin } from '../http/outbound.ts'

export type ProviderName = 'google' | 'twitch'

type OAuthProvider = {
  issuers: string[]
  authorize: string
  token: string
  keys: string
  scopes: string[]
  extras: Record<string, string>
}

const providers: Record<ProviderName, OAuthProvider> = {
  google: {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    scopes: ['openid', 'email', 'profile'],
    extras: {},
  },
  twitch: {
    issuers: ['https://id.twitch.tv/oauth2'],
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    keys: 'https://id.twitch.tv/oauth2/keys',
    scopes: ['openid', 'user:read:email'],
    // Twitch adds these claims only on request.
    extras: {
      claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}',
    },
  },
}

export type ProviderKeys = { clientId: string; clientSecret: string; origin: string | undefined }

export function findProviderKeys(config: Config, name: ProviderName): ProviderKeys | undefined {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET } = config
  const [clientId, clientSecret, origin] = {
    google: [GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, config.GOOGLE_URL],
    twitch: [TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET, config.TWITCH_URL],
  }[name]
  return clientId && clientSecret ? { clientId, clientSecret, origin } : undefined
}

function requireProviderKeys(config: Config, name: ProviderName): ProviderKeys {
  const keys = findProviderKeys(config, name)
  if (!keys) throw new AppError('not_found', 'provider_off')
  return keys
}

function buildRedirectUri(config: Config, name: ProviderName): string {
  return `${config.SITE_URL}/auth/${name}/callback`
}

/** Secrets of one sign-in; `verifier` for providers with PKCE. */
export type OAuthSecrets = { state: string; nonce: string; verifier: string | null }

export function buildAuthorizeUrl(
  config: Config,
  name: ProviderName,
  { state, nonce, verifier }: OAuthSecrets,
  moreScopes: string[],
): string {
  const { clientId, origin } = requireProviderKeys(config, name)
  const { authorize, scopes, extras } = providers[name]
  const client = new OAuth2Client(clientId, null, buildRedirectUri(config, name))
  const page = withFakeOrigin(authorize, origin)
  const requestedScopes = [...scopes, ...moreScopes]
  const url = verifier
    ? client.createAuthorizationURLWithPKCE(
        page,
        state,
        CodeChallengeMethod.S256,
        verifier,
        requestedScopes,
      )
    : client.createAuthorizationURL(page, state, requestedScopes)
  for (const [key, value] of Object.entries({ nonce, ...extras })) url.searchParams.set(key, value)
  return url.href
}

const Token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(10_000))
const TokenAnswer = v.object({
  access_token: Token,
  refresh_token: v.optional(Token),
  id_token: Token,
  scope: v.optional(v.unknown()),
})
export type TokenAnswer = v.InferOutput<typeof TokenAnswer>

/** Google returns scopes as one text, Twitch as a list. */
export function readGrantedScopes({ scope }: { scope?: unknown }): unknown[] {
  if (typeof scope === 'string') return scope.split(' ')
  return Array.isArray(scope) ? scope : []
}

const ofFault: Record<UpstreamErrorKind, readonly [ErrorKind, ErrorCode]> = {
  unreachable: ['unavailable', 'oauth_unreachable'],
  limited: ['unavailable', 'oauth_unreachable'],
  spent: ['unavailable', 'oauth_unreachable'],
  unauthorized: ['invalid', 'oauth_rejected'],
  refused: ['invalid', 'oauth_rejected'],
  malformed: ['unavailable', 'oauth_no_data'],
}

/** @throws AppError `oauth_unreachable`, `oauth_rejected` or `oauth_no_data` */
export async function callProvider<const Schema extends v.GenericSchema>(
  url: string,
  init: RequestInit,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  try {
    return await callPlatform(url, init, schema, (refusal) =>
      // No provider redirects these calls.
      refusal.response.status < 400 ? new UpstreamError('refused') : toUpstreamError(refusal),
    )
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const [kind, code] = ofFault[error.kind]
    throw new AppError(kind, code, kind === 'unavailable' ? { retryAfter: 30 } : {})
  }
}

/** Replaces Arctic's function, which has no time-out. */
export function exchangeCode(
  config: Config,
  name: ProviderName,
  { code, verifier }: { code: string; verifier: string | null },
): Promise<TokenAnswer> {
  const { clientId, clientSecret, origin } = requireProviderKeys(config, name)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: buildRedirectUri(config, name),
    code,
    ...(verifier ? { code_verifier: verifier } : {}),
  })
  const url = withFakeOrigin(providers[name].token, origin)
  const headers = { Accept: 'application/json' }
  return callProvider(url, { method: 'POST', headers, body }, TokenAnswer)
}

export async function revokeToken(config: Config, token: string): Promise<void> {
  const keys = findProviderKeys(config, 'twitch')
  if (!keys) return
  const body = new URLSearchParams({ client_id: keys.clientId, token })
  const url = withFakeOrigin('https://id.twitch.tv/oauth2/revoke', keys.origin)
  const answer = await sendRequest(url, { method: 'POST', body })
  if (answer instanceof Response) await answer.body?.cancel()
}

const longestName = 120

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  nonce: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  azp: v.optional(v.string()),
  email: v.fallback(v.nullish(EmailAddress), null),
  email_verified: v.fallback(v.optional(v.boolean(), false), false),
  name: v.fallback(v.nullish(v.string()), null),
  preferred_username: v.fallback(v.nullish(v.string()), null),
})

export type OAuthProfile = {
  id: string
  email: string | null
  name: string | null
}

const keySets = new Map<string, JWTVerifyGetKey>()

function getRemoteKeySet(url: string): JWTVerifyGetKey {
  const cachedKeySet = keySets.get(url)
  if (cachedKeySet) return cachedKeySet
  const fetchKeys = async (address: string, init: RequestInit) => {
    const answer = await fetch(address, init)
    return Response.json(answer.ok ? await readBoundedJson(answer) : null, {
      status: answer.status,
    })
  }
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 10_000,
    [customFetch]: fetchKeys,
  })
  keySets.set(url, keys)
  return keys
}

/** @throws AppError `oauth_rejected`, or `oauth_unreachable` when the keys cannot be fetched */
export async function verifyIdToken(
  { config, now }: { config: Config; now: number },
  provider: ProviderName,
  { idToken, nonce }: { idToken: string; nonce: string },
): Promise<OAuthProfile> {
  const { clientId, origin } = requireProviderKeys(config, provider)
  const { keys, issuers } = providers[provider]
  try {
    const { payload } = await jwtVerify(idToken, getRemoteKeySet(withFakeOrigin(keys, origin)), {
      algorithms: ['RS256'],
      issuer: issuers,
      audience: clientId,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
      clockTolerance: 30,
    })
    const claims = v.parse(Claims, payload)
    const isForUs = isIssuedFor(claims, clientId)
    if (claims.nonce !== nonce || !isForUs) throw new AppError('invalid', 'oauth_rejected')
    const name = toSingleLine(claims.name ?? claims.preferred_username ?? '', longestName)
    return {
      id: claims.sub,
      email: claims.email_verified ? (claims.email ?? null) : null,
      name: name || null,
    }
  } catch (error) {
    throw isTokenError(error)
      ? new AppError('invalid', 'oauth_rejected')
      : new AppError('unavailable', 'oauth_unreachable', { retryAfter: 30 })
  }
}

/** A token for several audiences names the one that asked for it. */
function isIssuedFor({ aud, azp }: v.InferOutput<typeof Claims>, clientId: string): boolean {
  const isForOthers = Array.isArray(aud) && aud.some((audience) => audience !== clientId)
  return azp === undefined ? !isForOthers : azp === clientId
}

/** All other errors of `jwtVerify` are about fetching the keys. */
function isTokenError(error: unknown): boolean {
  if (error instanceof AppError || error instanceof v.ValiError) return true
  if (!(error instanceof errors.JOSEError)) return false
  return !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
}
