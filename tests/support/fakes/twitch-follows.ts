import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type Grant = { sub: string; scopes: string[] }
type TokenBody = { access_token?: string; refresh_token?: string; scope?: unknown }
type Answer = { status: number; body: unknown }

export type TwitchFollows = {
  /** Followed channels by the follower's id, the latest first. */
  followed: Map<string, { id: string; login: string }[]>
  /** The cursors of the requested pages. */
  pages: string[]
  /** Records the granted scopes and answers with tokens. */
  grant(body: TokenBody, grant: Grant): TokenBody
  /** New tokens for a refresh token; undefined after the grant was revoked. */
  renew(body: TokenBody, refreshToken: string): TokenBody | undefined
  /** Expires all access tokens. */
  expireTokens(): void
  /** Revokes the grant at Twitch. */
  forgetGrants(): void
  answer(request: IncomingMessage, clientId: string): Answer
}

/** Fakes Helix's followed channels: only for a user token with the scope. */
export function createTwitchFollows(): TwitchFollows {
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const follows: TwitchFollows = {
    followed: new Map(),
    pages: [],
    grant(body, grant) {
      // Distinguishes tokens of the same second.
      const access_token = `${body.access_token}.${randomUUID()}`
      access.set(access_token, grant)
      if (body.refresh_token) refresh.set(body.refresh_token, grant)
      return { ...body, access_token, scope: grant.scopes }
    },
    renew(body, refreshToken) {
      const grant = refresh.get(refreshToken)
      return grant && follows.grant(body, grant)
    },
    expireTokens: () => access.clear(),
    forgetGrants() {
      access.clear()
      refresh.clear()
    },
    answer({ url = '', headers }, clientId) {
      const { searchParams: query } = new URL(url, 'http://here')
      const grant = access.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
      if (headers['client-id'] !== clientId)
        return refusal('Client ID and OAuth token do not match')
      if (!grant) return refusal('Invalid OAuth token')
      if (!grant.scopes.includes('user:read:follows')) {
        return refusal('Missing scope: user:read:follows')
      }
      if (query.get('user_id') !== grant.sub) {
        return refusal(
          'The ID in user_id must match the user ID found in the request’s OAuth token.',
        )
      }
      follows.pages.push(query.get('after') ?? '')
      return { status: 200, body: pageOf(follows.followed.get(grant.sub) ?? [], query) }
    },
  }
  return follows
}

function refusal(message: string): Answer {
  return { status: 401, body: { error: 'Unauthorized', status: 401, message } }
}

function pageOf(all: { id: string; login: string }[], query: URLSearchParams) {
  const first = Number(query.get('first') ?? 20)
  if (first > 100) throw new Error('Helix gives a hundred at most')
  const after = query.get('after') ?? ''
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const data = all.slice(from, from + first).map(({ id, login }) => ({
    broadcaster_id: id,
    broadcaster_login: login,
    broadcaster_name: login.toUpperCase(),
    followed_at: '2022-05-24T22:22:08Z',
  }))
  const next = from + first
  const cursor = next < all.length ? Buffer.from(String(next)).toString('base64url') : undefined
  return { total: all.length, data, pagination: cursor ? { cursor } : {} }
}
