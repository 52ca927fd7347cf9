import { m } from '#site/lib/messages.ts'
import { tellSession } from '#site/lib/session-events.ts'
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
  onRefresh: () => void
  /** Called before the calls that met it are refused, once however many they are. */
  onSessionEnd: () => void
}

/** What a 401 says where the password is wrong rather than the token old. */
const wrongPassword = 'bad_credentials'

type Send = (
  method: Method,
  path: string,
  token: string | undefined,
  body?: unknown,
) => Promise<Response>

function createSend({ fetch, language, unknownError }: ApiSurroundings): Send {
  return function send(method, path, token, body) {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': language(),
    }
    if (token) headers.Authorization = `Bearer ${token}`
    const isReady = body instanceof URLSearchParams || body instanceof FormData
    if (body !== undefined && !isReady) headers['Content-Type'] = 'application/json'
    const written = isReady || body === undefined ? (body as BodyInit) : JSON.stringify(body)
    return fetch(`/api/v1/${path}`, {
      method,
      headers,
      body: written,
      // A switch that was pressed just before the page is left still arrives.
      keepalive: method === 'PUT' && typeof written === 'string' && written.length < 1000,
    }).catch(() => {
      throw new ApiError({ status: 0, code: 'network', msg: unknownError() })
    })
  }
}

/** One refresh for all that wait for it. */
function createRefresh(surroundings: ApiSurroundings, send: Send) {
  const { readCookie, exclusively, onRefresh, onSessionEnd } = surroundings
  let refreshing: Promise<Refresh> | undefined

  async function refresh(staleToken: string | undefined): Promise<Refresh> {
    const token = readCookie('access_token')
    // Another tab, or a request just before this one, has done it.
    if (token && token !== staleToken) return 'refreshed'
    const { ok, status } = await send('POST', 'auth/refresh_access_token', undefined)
    if (ok) return 'refreshed'
    return status >= 500 || status === 429 ? 'unavailable' : 'ended'
  }

  async function refreshAndTell(staleToken: string | undefined): Promise<Refresh> {
    const outcome = await exclusively(() => refresh(staleToken))
    if (outcome === 'refreshed') onRefresh()
    if (outcome === 'ended') onSessionEnd()
    return outcome
  }

  return function refreshOnce(staleToken: string | undefined): Promise<Refresh> {
    refreshing ??= refreshAndTell(staleToken).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
}

export function createApi(surroundings: ApiSurroundings) {
  const { readCookie, unknownError, onSessionEnd } = surroundings
  const send = createSend(surroundings)
  const refreshOnce = createRefresh(surroundings, send)

  /** Once more with fresh tokens; the 401 itself where there are none to be had. */
  async function retried(
    refusal: Response,
    staleToken: string | undefined,
    again: () => Promise<Response>,
  ): Promise<Response> {
    const outcome = await refreshOnce(staleToken)
    if (outcome === 'unavailable') {
      throw new ApiError({ status: 503, code: 'unavailable', msg: unknownError() })
    }
    if (outcome === 'ended') return refusal
    const response = await again()
    if (response.status === 401) onSessionEnd()
    return response
  }

  async function call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const token = readCookie('access_token')
    let response = await send(method, path, token, body)
    if (response.status === 401 && !(await isWrongPassword(response))) {
      const again = () => send(method, path, readCookie('access_token'), body)
      response = await retried(response, token, again)
    }
    if (!response.ok) throw await toApiError(response, unknownError())
    return (response.status === 204 ? undefined : await response.json()) as Answer
  }

  return {
    get: <Answer>(path: string) => call<Answer>('GET', path),
    post: <Answer = void>(path: string, body?: unknown) => call<Answer>('POST', path, body),
    put: <Answer = void>(path: string, body?: unknown) => call<Answer>('PUT', path, body),
    patch: <Answer = void>(path: string, body?: unknown) => call<Answer>('PATCH', path, body),
    delete: <Answer = void>(path: string, body?: unknown) => call<Answer>('DELETE', path, body),
  }
}
export type Api = ReturnType<typeof createApi>

async function isWrongPassword(response: Response): Promise<boolean> {
  const { code } = await toApiError(response.clone(), '')
  return code === wrongPassword
}

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
  tellSession('ended')
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
  onRefresh: () => tellSession('refreshed'),
  onSessionEnd: leaveForLogin,
})
