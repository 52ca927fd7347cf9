import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  AuthorizeView,
  OAuthCallbackView,
} from '#worker/features/accounts/identities/contract.ts'
import { startFakeOAuth, type Consenting, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import type { TestApi } from './api.ts'
import type { Answer } from './worker.ts'

export type Providers = { google: FakeOAuth; twitch: FakeOAuth }

export async function startProviders(): Promise<Providers> {
  return { google: await startFakeOAuth('google'), twitch: await startFakeOAuth('twitch') }
}

type Journey = {
  provider: keyof Providers
  /** The person at the provider. */
  as?: Consenting
  /** The member who connects. */
  token?: string
  intent?: 'login' | 'link' | 'youtube' | 'follows'
  next?: string
  now?: number
  headers?: Record<string, string>
}

export type Begun = { authorizeUrl: URL; cookie: string }

/** `name=value` of what an answer set. */
export function cookiesOf(answer: Pick<Answer<unknown>, 'headers'>): Record<string, string> {
  return Object.fromEntries(
    answer.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';')
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    }),
  )
}

/** Asks where to go, and keeps what the answer set. */
export async function begin(
  worker: TestApi,
  { provider, token, intent = 'login', next, now, headers }: Journey,
): Promise<Begun> {
  const query = new URLSearchParams({ intent, ...(next === undefined ? {} : { next }) })
  const answer = await worker.call<AuthorizeView>('GET', `auth/${provider}/authorize?${query}`, {
    token,
    now,
    headers,
  })
  if (answer.status !== 200) throw new Error(`authorize answered ${answer.status}`)
  return {
    authorizeUrl: new URL(answer.body.authorize_url),
    cookie: `oauth_${provider}=${cookiesOf(answer)[`oauth_${provider}`]}`,
  }
}

type Return = { cookie?: string; token?: string; now?: number; headers?: Record<string, string> }

/** Hands over what the callback's address said. */
export function connect(
  worker: TestApi,
  provider: keyof Providers,
  body: Record<string, string>,
  { cookie, token, now, headers = {} }: Return,
): Promise<Answer<OAuthCallbackView & ErrorEnvelope>> {
  return worker.call('POST', `auth/${provider}/connect`, {
    body,
    token,
    now,
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...headers },
  })
}

/** The whole way: to the provider, consent, and back. */
export async function followRedirects(
  worker: TestApi,
  providers: Providers,
  journey: Journey,
): Promise<Answer<OAuthCallbackView & ErrorEnvelope>> {
  const fakeServer = providers[journey.provider]
  if (journey.as) fakeServer.person = journey.as
  const { authorizeUrl, cookie } = await begin(worker, journey)
  const { code, state } = await fakeServer.consent(authorizeUrl.href)
  return connect(worker, journey.provider, { code, state }, { ...journey, cookie })
}
