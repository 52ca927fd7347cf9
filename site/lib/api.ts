import { apiUrl } from './api-base.ts'
import { needsSession } from './personal-calls.ts'
import type { Api } from './api-calls.ts'
export type { Api }
import { m } from './messages.ts'
import { withQuery, type Query } from './paths.ts'
import { emitSessionEvent } from './session/session-events.ts'
import { isExpired } from './session/access-token.ts'
import {
  createSessionManager,
  logoutPath,
  type Method,
  type SendRequest,
  type RequestPayload,
  type SessionDependencies,
} from './session/session-manager.ts'
import { accessTokenCookie } from './storage-keys.ts'
import type { FieldError } from '#worker/contracts/errors.ts'
import { localePrefix } from '#worker/locale/locales.ts'

type ApiErrorFields = {
  status: number
  msg: string
  code?: string
  details?: unknown
  retryAfter?: number
}

/** `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly msg: string
  readonly code: string
  readonly details: unknown
  /** Seconds until a retry, where the server names them. */
  readonly retryAfter: number | undefined

  constructor({ status, msg, code = 'unknown', details = null, retryAfter }: ApiErrorFields) {
    super(msg)
    this.status = status
    this.msg = msg
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }

  get fieldErrors(): FieldError[] {
    return this.status === 422 && Array.isArray(this.details) ? this.details : []
  }
}

export type ApiDependencies = SessionDependencies & {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  language: () => string
  now: () => number
  unknownError: () => string
  notSignedIn: () => string
  /** Asks staff for what a call of the panel was refused for; true once they gave it. */
  reauthenticate?: (code: string) => Promise<boolean>
  onRefusal?: (error: ApiError) => void
}

const wrongPasswordCode = 'bad_credentials'

function createRequestSender({ fetch, language, unknownError }: ApiDependencies): SendRequest {
  return function send(method, path, token, { body, headers: others } = {}) {
    const headers: Record<string, string> = {
      ...others,
      Accept: 'application/json',
      'Accept-Language': language(),
    }
    if (token) headers.Authorization = `Bearer ${token}`
    const isReady = body instanceof URLSearchParams || body instanceof FormData
    if (body !== undefined && !isReady) headers['Content-Type'] = 'application/json'
    const serializedBody = isReady ? body : JSON.stringify(body)
    return fetch(apiUrl(path), {
      method,
      headers,
      body: serializedBody,
      keepalive: isSentWithKeepalive(method, path, serializedBody),
    }).catch(() => {
      throw new ApiError({ status: 0, code: 'network', msg: unknownError() })
    })
  }
}

function isSentWithKeepalive(method: Method, path: string, body: BodyInit | undefined): boolean {
  if (path === logoutPath) return true
  return method === 'PUT' && typeof body === 'string' && body.length < 1000
}

export function createApi(dependencies: ApiDependencies): Api {
  const { readCookie, exclusively, now, unknownError, notSignedIn, reauthenticate } = dependencies
  const send = createRequestSender(dependencies)
  const { refreshOnce, end } = createSessionManager(dependencies, send)

  let renewing: ReturnType<typeof refreshOnce> | undefined

  /** Calls that set cookies are serialized: a refusal of old cookies must not clear new ones. */
  const sendInTurn: SendRequest = (method, path, ...rest) => {
    const setsCookies = method === 'POST' && path.startsWith('auth/')
    return setsCookies
      ? exclusively(() => send(method, path, ...rest))
      : send(method, path, ...rest)
  }

  async function retryWithFreshToken(
    refusal: Response,
    staleToken: string | undefined,
    again: () => Promise<Response>,
  ): Promise<Response> {
    const outcome = await refreshOnce(staleToken)
    if (outcome === 'unavailable') {
      throw new ApiError({ status: 503, code: 'unavailable', msg: unknownError() })
    }
    if (outcome === 'ended') return refusal
    const token = readCookie(accessTokenCookie)
    const response = await again()
    if (await isSessionRefusal(response)) await end(token)
    return response
  }

  async function call(method: Method, path: string, sent: RequestPayload): Promise<unknown> {
    const token = readCookie(accessTokenCookie)
    if (!token && needsSession(method, path)) {
      await end(undefined)
      throw new ApiError({ status: 401, code: 'unauthenticated', msg: notSignedIn() })
    }
    // Once: a clock that is wrong here finds each new token old.
    if (token && isExpired(token, now()) && !path.startsWith('auth/')) {
      await (renewing ??= refreshOnce(token))
    }
    return answerOf(method, path, sent)
  }

  async function answerOf(method: Method, path: string, sent: RequestPayload): Promise<unknown> {
    const token = readCookie(accessTokenCookie)
    let response = await sendInTurn(method, path, token, sent)
    const again = () => sendInTurn(method, path, readCookie(accessTokenCookie), sent)
    if (token && (await isSessionRefusal(response))) {
      response = await retryWithFreshToken(response, token, again)
    }
    if (reauthenticate && response.status === 403 && path.startsWith('admin/')) {
      const { code } = await toApiError(response.clone(), '')
      if (await reauthenticate(code)) response = await again()
    }
    if (response.ok) return response.status === 204 ? undefined : response.json()
    const error = await toApiError(response, unknownError())
    dependencies.onRefusal?.(error)
    throw error
  }

  return createTypedApi(
    (method) =>
      (path, input = {}) =>
        call(method, buildRequestPath(path, input), input),
  )
}

type RequestAddress = { params?: Record<string, string | number>; query?: Query }
type UntypedApiCall = (path: string, input?: RequestPayload & RequestAddress) => Promise<unknown>

/** The worker validates what is sent, and answers, by the very schemas that the types come from. */
export function createTypedApi(callOf: (method: Method) => UntypedApiCall): Api {
  return {
    get: callOf('GET'),
    post: callOf('POST'),
    put: callOf('PUT'),
    patch: callOf('PATCH'),
    delete: callOf('DELETE'),
  } as Api
}

/** `events/:event/calendar` → `events/gala/calendar?target=google` */
export function buildRequestPath(path: string, { params = {}, query }: RequestAddress): string {
  const fill = (_: string, name: string) => encodeURIComponent(params[name] ?? '')
  return withQuery(path.replace(/:(\w+)/g, fill), query)
}

async function isSessionRefusal(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const { code } = await toApiError(response.clone(), '')
  return code !== wrongPasswordCode
}

async function toApiError(response: Response, unknownError: string): Promise<ApiError> {
  const envelope = await response.json().catch(() => ({}))
  const { msg, code, details } = envelope as Record<string, unknown>
  return new ApiError({
    status: response.status,
    msg: typeof msg === 'string' && msg ? msg : unknownError,
    code: typeof code === 'string' ? code : undefined,
    details,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  })
}

export function readCookie(name: string, cookies = document.cookie): string | undefined {
  const start = `${name}=`
  const pair = cookies.split('; ').find((one) => one.startsWith(start))
  return pair && (decodeURIComponent(pair.slice(start.length)) || undefined)
}

export function readAccessToken(): string | undefined {
  return readCookie(accessTokenCookie)
}

/** The HttpOnly tokens are the server's to clear. */
export function clearAccessToken(): void {
  document.cookie = `${accessTokenCookie}=; Path=/; Max-Age=0; SameSite=Lax`
}

/** `/es/login?next=%2Fes%2Fprofile`: back to this very page, in its language. */
export function buildLoginHref(location: Pick<Location, 'pathname' | 'search'>): string {
  const prefix = localePrefix(location.pathname)
  return `${prefix}/login?next=${encodeURIComponent(location.pathname + location.search)}`
}

let askForReauthentication: NonNullable<ApiDependencies['reauthenticate']> = async () => false

export function setReauthenticationHandler(ask: typeof askForReauthentication): void {
  askForReauthentication = ask
}

let isLoggingOut = false

/** After its own logout the page navigates itself: pending calls may still get a 401. */
export function markLoggingOut(): void {
  isLoggingOut = true
}

function redirectToLogin(): void {
  if (isLoggingOut) return
  const isAtLogin = /\/(?:login|signup)$/.test(location.pathname)
  if (!isAtLogin) location.assign(buildLoginHref(location))
}

/** Leads the owner of a deactivated account to the reasons and to an appeal. */
function openDeactivation({ code, details }: ApiError): void {
  if (code !== 'account_inactive' || typeof details !== 'object' || details === null) return
  const { appeal } = details as { appeal?: unknown }
  if (typeof appeal === 'string') {
    location.assign(`${localePrefix(location.pathname)}/appeal/${appeal}`)
  }
}

export const api = createApi({
  fetch: (url, init) => fetch(url, init),
  readCookie: (name) => readCookie(name),
  language: () => document.documentElement.lang,
  now: Date.now,
  unknownError: () => m.error_internal_error(),
  notSignedIn: () => m.error_unauthenticated(),
  exclusively: (run) =>
    'locks' in navigator ? navigator.locks.request('token-refresh', run) : run(),
  onRefresh: () => emitSessionEvent('refreshed'),
  onSessionEnd() {
    emitSessionEvent('ended')
    clearAccessToken()
  },
  onLeave: redirectToLogin,
  reauthenticate: (code) => askForReauthentication(code),
  onRefusal: openDeactivation,
})
