import { m } from '#site/lib/messages.ts'
import type { FieldError } from '#worker/contract.ts'

/** What a refused or failed call becomes; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly msg: string
  readonly code: string
  readonly details: unknown

  constructor(fields: { status: number; msg: string; code?: string; details?: unknown }) {
    super(fields.msg)
    this.status = fields.status
    this.msg = fields.msg
    this.code = fields.code ?? 'unknown'
    this.details = fields.details ?? null
  }

  /** The faulty fields of a 422. */
  get fieldErrors(): FieldError[] {
    return this.status === 422 && Array.isArray(this.details) ? this.details : []
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Refresh = 'refreshed' | 'ended' | 'unavailable'

export type ApiSurroundings = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  readCookie: (name: string) => string | undefined
  language: () => string
  unknownError: () => string
  /** One at a time, over all tabs. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>
  onSessionEnd: () => void
}

/** A 401 from these says that the credentials are wrong, not that the token is old. */
const neverRefreshed = ['auth/login', 'auth/refresh_access_token']

export function createApi(surroundings: ApiSurroundings) {
  const { readCookie, exclusively, language, unknownError } = surroundings
  let refreshing: Promise<Refresh> | undefined

  function send(method: Method, path: string, token: string | undefined, body?: unknown) {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': language(),
    }
    if (token) headers.Authorization = `Bearer ${token}`
    const isReady = body instanceof URLSearchParams || body instanceof FormData
    if (body !== undefined && !isReady) headers['Content-Type'] = 'application/json'
    return surroundings
      .fetch(`/api/v1/${path}`, {
        method,
        headers,
        body: isReady || body === undefined ? (body as BodyInit) : JSON.stringify(body),
      })
      .catch(() => {
        throw new ApiError({ status: 0, code: 'network', msg: unknownError() })
      })
  }

  async function refresh(staleToken: string | undefined): Promise<Refresh> {
    const token = readCookie('access_token')
    // Another tab, or a request just before this one, has done it.
    if (token && token !== staleToken) return 'refreshed'
    const { ok, status } = await send('POST', 'auth/refresh_access_token', undefined)
    if (ok) return 'refreshed'
    return status >= 500 || status === 429 ? 'unavailable' : 'ended'
  }

  function refreshOnce(staleToken: string | undefined): Promise<Refresh> {
    refreshing ??= exclusively(() => refresh(staleToken)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const token = readCookie('access_token')
    let response = await send(method, path, token, body)
    if (response.status === 401 && !neverRefreshed.includes(path)) {
      const outcome = await refreshOnce(token)
      if (outcome === 'refreshed') {
        response = await send(method, path, readCookie('access_token'), body)
      }
      if (outcome !== 'unavailable' && response.status === 401) surroundings.onSessionEnd()
    }
    if (!response.ok) throw await toApiError(response, unknownError())
    return (response.status === 204 ? undefined : await response.json()) as Answer
  }

  return {
    get: <Answer>(path: string) => call<Answer>('GET', path),
    post: <Answer = void>(path: string, body?: unknown) => call<Answer>('POST', path, body),
    put: <Answer = void>(path: string, body?: unknown) => call<Answer>('PUT', path, body),
    patch: <Answer = void>(path: string, body?: unknown) => call<Answer>('PATCH', path, body),
    delete: <Answer = void>(path: string) => call<Answer>('DELETE', path),
  }
}
export type Api = ReturnType<typeof createApi>

async function toApiError(response: Response, unknownError: string): Promise<ApiError> {
  const envelope = await response.json().catch(() => ({}))
  const { msg, code, details } = envelope as Record<string, unknown>
  return new ApiError({
    status: response.status,
    msg: typeof msg === 'string' && msg ? msg : unknownError,
    code: typeof code === 'string' ? code : undefined,
    details,
  })
}

export function readCookie(name: string, cookies = document.cookie): string | undefined {
  for (const pair of cookies.split('; ')) {
    const split = pair.indexOf('=')
    if (pair.slice(0, split) === name) return decodeURIComponent(pair.slice(split + 1)) || undefined
  }
  return undefined
}

/** Forgets the readable token; the HttpOnly ones are the server's to clear. */
export function forgetAccessToken(): void {
  document.cookie = 'access_token=; Path=/; Max-Age=0; SameSite=Lax'
}

/** `/es/login?next=%2Fes%2Fprofile`: back to this very page, in its language. */
export function loginHref(location: Pick<Location, 'pathname' | 'search'>): string {
  const prefix = /^\/(?:en|es|fr)(?=\/|$)/.exec(location.pathname)?.[0] ?? ''
  return `${prefix}/login?next=${encodeURIComponent(location.pathname + location.search)}`
}

function leaveForLogin(): void {
  forgetAccessToken()
  const isThere = /\/(?:login|signup)$/.test(location.pathname)
  if (!isThere) location.assign(loginHref(location))
}

export const api = createApi({
  fetch: (url, init) => fetch(url, init),
  readCookie: (name) => readCookie(name),
  language: () => document.documentElement.lang,
  unknownError: () => m.error_internal_error(),
  exclusively: (run) =>
    'locks' in navigator ? navigator.locks.request('token-refresh', run) : run(),
  onSessionEnd: leaveForLogin,
})
