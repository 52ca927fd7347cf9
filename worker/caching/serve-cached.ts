import type { Context, Next } from 'hono'
import { read, type Ctx, type Visitor } from '#worker/context.ts'
import { toAppError } from '#worker/api/failure.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { Env } from '#worker/env.ts'
import { acceptLanguageLocaleOrDefault } from '#worker/locale/locale.ts'
import { createVisitorContext } from '#worker/request/request-context.ts'
import { edgeCacheControl, edgeCacheHeader, type CachePolicy } from './cache-policy.ts'
import { selectContentVersion, type SeenVersions } from './content-version.ts'
import { computeWeakETag } from './etag.ts'
import { ResponseCache, type CachedResponse } from './response-cache.ts'

type CachedEnv = {
  Bindings: Env
  Variables: { cachePolicy?: CachePolicy; seenVersions?: SeenVersions }
}
type CacheableRequest = {
  c: Context<CachedEnv>
  ctx: Ctx<Visitor>
  key: string
  compute: () => Promise<Response>
}

/** An isolate has 128 MB. */
const cache = new ResponseCache(24_000_000)
const pending = new Map<string, Promise<CachedResponse | undefined>>()
/** A response of another version is outdated without asking the database. */
let newestVersion: string | undefined

/** Counts of hypes and follows do not change the version: they may be so late. */
const longestMs = 30_000
/** The runtime may cancel the request whose computation others wait for. */
const longestWaitMs = 2_000

/** Identical requests share a computation. One round trip; two for the first after a change. */
export async function serveCached(
  c: Context<CachedEnv>,
  compute: () => Promise<Response>,
): Promise<Response> {
  const ctx = createVisitorContext(
    c,
    acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')),
  )
  if (c.req.method !== 'GET' || ctx.config.RESPONSE_CACHE === 'off') return compute()
  const request = { c, ctx, key: `${ctx.locale} ${c.req.url}`, compute }
  const answered = findCurrentResponse(request).then(
    (found) => found ?? computeSharedResponse(request),
  )
  const status = await answered.then((response) => response.status, getErrorStatus)
  return (status === 503 ? findLastCopy(request) : undefined) ?? answered
}

const getErrorStatus = (error: unknown) => toAppError(error).status

/** Readers look there when nothing else answers: it shows its own time, and the edge keeps it as long. */
function findLastCopy({ ctx, key }: CacheableRequest): Response | undefined {
  const copy = cache.get(key)
  if (!copy?.policy.tags.includes('status') || ctx.now > copy.createdAt + dayMs) return undefined
  return createResponse(copy, ctx.now)
}

export async function cacheResponse(c: Context<CachedEnv>, next: Next): Promise<void> {
  const response = await serveCached(c, async () => {
    await next()
    return c.res
  })
  // Hono would add the headers of the response before.
  c.res = undefined
  c.res = response
}

async function findCurrentResponse({ ctx, key }: CacheableRequest): Promise<Response | undefined> {
  const cachedResponse = cache.get(key)
  const mayBeCurrent =
    cachedResponse && isFresh(cachedResponse, ctx.now) && cachedResponse.version === newestVersion
  const shared = mayBeCurrent ? cachedResponse : pending.get(key)
  if (!shared) return undefined
  const [version, freshResponse] = await Promise.all([readContentVersion(ctx), waitBriefly(shared)])
  const isCurrent =
    freshResponse && freshResponse.version === version && isFresh(freshResponse, ctx.now)
  return isCurrent ? createResponse(freshResponse, ctx.now) : undefined
}

/** A test clock can also go back. */
function isFresh({ createdAt, policy }: CachedResponse, now: number): boolean {
  return now >= createdAt && now < createdAt + Math.min(policy.maxAge * 1000, longestMs)
}

async function readContentVersion(ctx: Ctx): Promise<string | undefined> {
  const { current } = await read(ctx, { current: selectContentVersion() })
  newestVersion = current?.version
  return newestVersion
}

async function waitBriefly<Found>(shared: Found | Promise<Found>): Promise<Found | undefined> {
  if (!(shared instanceof Promise)) return shared
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs, undefined)
  })
  const response = await Promise.race([shared.catch(() => undefined), late])
  clearTimeout(timer)
  return response
}

async function computeSharedResponse(request: CacheableRequest): Promise<Response> {
  const { c, ctx, key, compute } = request
  const seenVersions: SeenVersions = new Set()
  c.set('seenVersions', seenVersions)
  const computed = compute()
  const cached = computed.then((response) => toCachedResponse(request, response, seenVersions))
  if (!pending.has(key)) {
    pending.set(key, cached)
    const forget = () => void pending.delete(key)
    // Others may wait for it after its own client disconnected.
    c.executionCtx.waitUntil(cached.then(forget, forget))
  }
  const freshResponse = await cached
  if (!freshResponse) return computed
  newestVersion = freshResponse.version
  cache.set(key, freshResponse)
  return createResponse(freshResponse, ctx.now)
}

/** Undefined for a response that is not public or that read two versions of the content. */
async function toCachedResponse(
  { c, ctx }: CacheableRequest,
  response: Response,
  seenVersions: SeenVersions,
): Promise<CachedResponse | undefined> {
  const policy = c.get('cachePolicy')
  const [version, other] = seenVersions
  const { headers, status } = response
  const isPublic = status === 200 && policy !== undefined && !headers.has('Set-Cookie')
  if (!isPublic || version === undefined || other !== undefined) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.set('ETag', computeWeakETag(bytes))
  return { bytes, headers: [...headers], policy, version, createdAt: ctx.now }
}

function createResponse(
  { bytes, headers, policy, createdAt }: CachedResponse,
  now: number,
): Response {
  const response = new Response(bytes, { headers })
  const maxAge = Math.max(0, policy.maxAge - Math.floor((now - createdAt) / 1000))
  response.headers.set(edgeCacheHeader, edgeCacheControl(maxAge))
  return response
}
