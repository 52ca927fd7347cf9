import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  Events,
  OAuth2Issuer,
  OAuth2Service,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  type RouteHandler,
  type TokenRequestIncomingMessage,
} from 'oauth2-mock-server'
import { listen } from '#tests/support/fakes/fake-server.ts'
import { createTwitchFollows, type TwitchFollows } from '#tests/support/fakes/twitch-follows.ts'

type ProviderName = 'google' | 'twitch'

export const clientId = 'hypecal-at-the-provider'
export const clientSecret = 'the-secret-that-the-provider-gave'

/** Where each provider has what; the origin alone is another. */
const places = {
  google: {
    issuer: 'https://accounts.google.com',
    endpoints: { authorize: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
  },
  twitch: {
    issuer: 'https://id.twitch.tv/oauth2',
    endpoints: { authorize: '/oauth2/authorize', token: '/oauth2/token', jwks: '/oauth2/keys' },
  },
}

/** The person before the consent page. */
export type Consenting = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  /** The name of their Twitch channel, or their YouTube channel's handle. */
  channel?: string
}

/** The next answer of a path: nothing at all, or these bytes. */
type Fault = 'silence' | { status: number; body: string; headers?: Record<string, string> }

export type FakeOAuth = {
  /** The worker's bindings that turn this provider on. */
  vars: Record<string, string>
  person: Consenting
  /** While false, the person says no. */
  isWilling: boolean
  /** Replaces claims of the next ID tokens. */
  forged: Record<string, unknown>
  /** The ID token to give instead of a true one. */
  idToken: string | undefined
  /** By path, for the next request there. */
  faults: Map<string, Fault>
  /** Requests to the token endpoint. */
  exchanges: Record<string, unknown>[]
  /** Tokens that Twitch was asked to forget. */
  revoked: string[]
  /** The follows of people, for Twitch. */
  follows: TwitchFollows
  /** Visits the consent page as a browser would: what the callback's address then says. */
  consent(authorizeUrl: string): Promise<{ callback: URL; code: string; state: string }>
  close(): Promise<void>
}

/** A real OAuth 2 and OIDC server in the provider's place, over real HTTP. */
export async function startFakeOAuth(provider: ProviderName): Promise<FakeOAuth> {
  const issuer = new OAuth2Issuer()
  issuer.url = places[provider].issuer
  await issuer.keys.generate('RS256')
  const service = new OAuth2Service(issuer, places[provider].endpoints)
  const { url, close } = await listen((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const fault = fakeServer.faults.get(path)
    fakeServer.faults.delete(path)
    if (fault === 'silence') return
    if (path === '/oauth2/revoke' && fault === undefined) void revoke(request, response)
    else if (fault === undefined) void service.requestHandler(request, response)
    else {
      const headers = { 'Content-Type': 'application/json', ...fault.headers }
      response.writeHead(fault.status, headers).end(fault.body)
    }
  })
  const fakeServer: FakeOAuth = {
    vars: varsOf(provider, url),
    person: { sub: 'nobody' },
    isWilling: true,
    forged: {},
    idToken: undefined,
    faults: new Map(),
    exchanges: [],
    revoked: [],
    follows: createTwitchFollows(),
    consent,
    close,
  }
  async function revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await text(request))
    if (sent.get('client_id') === clientId) fakeServer.revoked.push(sent.get('token') ?? '')
    response.end()
  }
  answerAs(provider, service, fakeServer)
  addChannels(service, fakeServer)
  return fakeServer
}

function varsOf(provider: ProviderName, url: string): Record<string, string> {
  const name = provider.toUpperCase()
  return {
    [`${name}_CLIENT_ID`]: clientId,
    [`${name}_CLIENT_SECRET`]: clientSecret,
    [`${name}_URL`]: url,
    ...(provider === 'google' ? { YOUTUBE_URL: url } : {}),
  }
}

/** Has the server speak of the person who is there, in the provider's manner. */
function answerAs(provider: ProviderName, service: OAuth2Service, fakeServer: FakeOAuth): void {
  /** By code: what was consented to. */
  const scopes = new Map<string, string>()
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri, request) => {
    const { query } = request as { query: { scope?: string } }
    scopes.set(url.searchParams.get('code') ?? '', query.scope ?? '')
    if (fakeServer.isWilling) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    const { channel, ...claims } = fakeServer.person
    Object.assign(
      payload,
      claims,
      channel ? { preferred_username: channel } : {},
      fakeServer.forged,
    )
  })
  service.on(
    Events.BeforeResponse,
    (response: MutableResponse, { body: sent }: TokenRequestIncomingMessage) => {
      const { body } = response
      fakeServer.exchanges.push({ ...sent })
      if (typeof body === 'string') return
      const granted = scopes.get(String(sent.code)) ?? ''
      if (fakeServer.idToken) body['id_token'] = fakeServer.idToken
      if (provider === 'google') body['scope'] = granted
      else if (sent.grant_type === 'refresh_token') renew(response, sent, fakeServer)
      else {
        const grant = { sub: fakeServer.person.sub, scopes: granted.split(' ') }
        response.body = fakeServer.follows.grant(body, grant)
      }
    },
  )
}

type Sent = TokenRequestIncomingMessage['body'] & { refresh_token?: string; client_secret?: string }

function renew(response: MutableResponse, sent: Sent, { follows }: FakeOAuth): void {
  if (typeof response.body === 'string') return
  const isOurs = sent.client_id === clientId && sent.client_secret === clientSecret
  const { id_token: _, ...body } = response.body
  const renewed = isOurs ? follows.renew(body, sent.refresh_token ?? '') : undefined
  if (!renewed) response.statusCode = 400
  response.body = renewed ?? { status: 400, message: 'Invalid refresh token' }
}

/** Answers of Twitch and YouTube about a token, beside OAuth. */
function addChannels(service: OAuth2Service, fakeServer: FakeOAuth): void {
  const answerTo = (scheme: RegExp, body: () => unknown): RouteHandler => {
    return ({ headers }, response) => {
      const status = scheme.test(headers.authorization ?? '') ? 200 : 401
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(status === 200 ? body() : {}))
    }
  }
  service.addRoute(
    'GET',
    '/oauth2/validate',
    answerTo(/^OAuth ey/, () => {
      const { sub, channel } = fakeServer.person
      return { client_id: clientId, login: channel, user_id: sub, expires_in: 5_000 }
    }),
  )
  service.addRoute('GET', '/helix/channels/followed', (request, response) => {
    const { status, body } = fakeServer.follows.answer(request, clientId)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  service.addRoute(
    'GET',
    '/youtube/v3/channels',
    answerTo(/^Bearer ey/, () => {
      const { sub, channel } = fakeServer.person
      const snippet = { title: 'A channel', customUrl: `@${channel}` }
      return channel ? { items: [{ id: `UC${sub}`, snippet }] } : {}
    }),
  )
}

async function consent(authorizeUrl: string) {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' })
  await answer.body?.cancel()
  const callback = new URL(answer.headers.get('Location') ?? '')
  const value = (key: string) => callback.searchParams.get(key) ?? ''
  return { callback, code: value('code'), state: value('state') }
}
